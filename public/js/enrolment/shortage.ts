/** Places and people in words, without a DOM; the server says the same (enrolment.rules.ts). */
export interface Part {
  id: number
  description: string
  free: number
  /** Places there can be at most, with the maximum raised. */
  most: number
}

export interface Shortage extends Part {
  needed: number
}

/** The parts with fewer free places than people who are not in them yet. `contacts`: a contact id, or null for someone new. */
export function shortagesOf(
  parts: Part[],
  enrolled: Record<string, number[]>,
  contacts: (string | null)[],
): Shortage[] {
  return parts
    .map((part) => ({
      ...part,
      needed: contacts.filter((contact) => contact === null || !enrolled[contact]?.includes(part.id)).length,
    }))
    .filter(({ needed, free }) => needed > free)
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('nl-NL')} ${number === 1 ? one : many}`

export function shortageText(shortages: Shortage[]): string {
  const parts = shortages.map(
    ({ description, free, needed }) =>
      `${description} heeft ${free === 0 ? 'geen plaats' : count(free, 'plaats', 'plaatsen')} vrij voor ${count(needed, 'cursist', 'cursisten')}`,
  )
  return `Er zijn niet genoeg vrije plaatsen: ${new Intl.ListFormat('nl').format(parts)}.`
}

/** '9 cursisten, 12 plaatsen vrij'; of several parts the one with the fewest free places counts. */
export function placesText(parts: Part[], people: number): string {
  const asked = count(people, 'cursist', 'cursisten')
  if (parts.length === 0) return asked
  return `${asked}, ${count(Math.min(...parts.map(({ free }) => free)), 'plaats', 'plaatsen')} vrij`
}

/** Whether a higher maximum would make room for everybody. */
export const canBeRaised = (shortages: Shortage[]): boolean => shortages.every(({ needed, most }) => needed <= most)

/** 'Nog 2 keuzes open bij Anna de Vries en Karel Wiersma'. */
export function openText(names: string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} anderen`] : names
  return `Nog ${count(names.length, 'keuze', 'keuzes')} open bij ${new Intl.ListFormat('nl').format(shown)}`
}
