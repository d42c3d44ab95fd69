"""`make bench`: every figure of speed that docs/performance.md quotes, measured anew."""

from bench import browser, carcassonne, cards, families, riichi, search, server, store, tictactoe

if __name__ == "__main__":
    tictactoe.main()
    families.main()
    cards.main()
    riichi.main()
    search.main()
    carcassonne.main()
    store.main()
    server.main()
    browser.main()
