/** Names of the role ids as a contact's tags show them, in Dutch. */
export const CONTACT_ROLES: Record<number, string> = {
  1: 'Beheerder',
  2: 'Planner',
  3: 'Docent',
  4: 'Leidinggevende',
  5: 'Cursist',
  6: 'Lotus',
}
export const contactRoleOptions = Object.entries(CONTACT_ROLES).map(([value, label]) => ({ value, label }))

export const GENDERS = { m: 'Man', f: 'Vrouw', x: 'Anders' } as const
