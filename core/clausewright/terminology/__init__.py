"""What is odd about the terms of a contract: asked of a Contract, each question in a module of its own."""
