"""The match as each viewer sees it: documents, scenes, offers, and the sockets that receive them."""
