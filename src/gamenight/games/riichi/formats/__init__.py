"""What other programs write and say: mjlog, tenhou.net/6, mjai."""
