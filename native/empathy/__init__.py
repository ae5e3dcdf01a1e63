"""What a card can still be, exactly, and how likely."""
