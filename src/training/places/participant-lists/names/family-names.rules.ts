import { type PersonName } from '../types.ts'

interface Named {
  fields: PersonName
}

/**
 * Divides one family name in one way over the whole list, as most of its lines have it: "Kübra El Amrani" and
 * "El Amrani, Wouter" leave it open whether El belongs to the last name, and would stand under A and under E. Changes `lines`.
 */
export function divideFamiliesAlike(lines: readonly Named[]): void {
  for (const family of Map.groupBy(lines, familyOf).values()) {
    const divisions = Map.groupBy(family, particleCount)
    if (divisions.size < 2) continue
    const [[particles]] = [...divisions].sort(([a, one], [b, other]) => other.length - one.length || b - a) as [
      [number, Named[]],
    ]
    for (const { fields } of family) {
      const words = wordsOf(fields)
      fields.last_name_prefix = words.slice(0, particles).join(' ')
      fields.last_name = words.slice(particles).join(' ')
    }
  }
}

const wordsOf = ({ last_name_prefix, last_name }: PersonName): string[] =>
  `${last_name_prefix} ${last_name}`.split(' ').filter(Boolean)

/** Spaces count: "Vandam" is another family than "van Dam". */
const familyOf = ({ fields }: Named): string => wordsOf(fields).join(' ').toLowerCase()

const particleCount = ({ fields }: Named): number => fields.last_name_prefix.split(' ').filter(Boolean).length
