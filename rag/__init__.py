"""From a question to an answer that can be checked against the words it rests on."""
