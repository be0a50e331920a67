/** The parts of a person's name as they are stored. */
export interface NameParts {
  first_name: string
  initials?: string
  last_name_prefix: string
  last_name: string
}

/** 'Anouk van der Linden'; initials stand in for a missing first name. */
export function fullName(name: NameParts): string {
  return [name.first_name || name.initials, name.last_name_prefix, name.last_name].filter(Boolean).join(' ')
}

/**
 * How somebody is addressed, behind 'Beste': 'Anouk', 'J.P. van der Linden', 'heer/mevrouw Van der Linden'. Never nothing,
 * since of many only initials or a last name is known.
 */
export function addressed(name: NameParts): string {
  if (name.first_name) return name.first_name
  const family = [name.last_name_prefix, name.last_name].filter(Boolean).join(' ')
  if (name.initials) return `${name.initials} ${family}`.trim()
  return `heer/mevrouw ${family.slice(0, 1).toUpperCase()}${family.slice(1)}`.trim()
}
