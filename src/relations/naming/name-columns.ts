import type { RawBuilder } from 'kysely'
import { initialsInName } from './hidden-fields.ts'

/** The columns a person's name is made of, with initials as that place may show them. */
export const nameColumnsOf = (initials: RawBuilder<string>) =>
  ['contacts.first_name', initials.as('initials'), 'contacts.last_name_prefix', 'contacts.last_name'] as const

/** The columns a person's name is made of. */
export const nameColumns = nameColumnsOf(initialsInName())
