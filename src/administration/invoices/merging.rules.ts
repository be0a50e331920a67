export const NONE_TO_MERGE = 'Er zijn geen facturen om mee samen te voegen voor deze debiteur.'
