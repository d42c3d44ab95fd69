"""Language models at the table: what they are shown, how their answers are read, and how they are asked."""
