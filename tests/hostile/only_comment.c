// Nothing but this comment.
