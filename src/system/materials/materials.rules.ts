/** Where it is kept; what has no establishment is taken along from one to another. */
export const EVERYWHERE = 'Alle vestigingen'
