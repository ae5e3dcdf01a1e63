"""What the traces and archives say."""
