"""`make bench`: every figure that docs/performance.md quotes, measured anew."""

from bench import store, tictactoe

if __name__ == "__main__":
    tictactoe.main()
    store.main()
