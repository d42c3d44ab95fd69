# The texts for players. A missing key appears as plain words made from its name.

action-take = { $count ->
    [one] take one stone
   *[other] take { $count } stones
}
event-take = { $count ->
    [one] took one stone
   *[other] took { $count } stones
}

heap = stones
stone = stone { FROM1($number) }
left = { $count ->
    [one] One stone is left.
   *[other] { $count } stones are left.
}
