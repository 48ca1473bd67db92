"""What recognises each kind of personal data in the view of a text, without a language model."""
