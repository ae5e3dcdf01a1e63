"""What a deal is worth: whole deals and reduced games."""
