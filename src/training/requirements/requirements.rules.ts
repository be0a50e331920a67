import { formatCount, formatDate } from '../../platform/format/format.ts'

/** What a course asks of who is enrolled in one of its plannings. */
export interface Asked {
  /** First day of the planning, YYYY-MM-DD. */
  day: string
  /** The courses of which one valid certificate is enough; none: no certificate is asked. */
  certificates: readonly string[]
  minimumAge: number | null
}

/** Somebody, with what decides about it. */
export interface Judged {
  birthDate: string | null
  /** Holds one of the certificates, valid on the day. */
  certified: boolean
}

export type Lack = 'certificate' | 'birth_date' | 'age'

/** Whether somebody has had so many birthdays by a day. Who was born on 29 February has them on 1 March in other years. */
const isOldEnough = (birthDate: string, age: number, day: string): boolean =>
  `${String(Number(birthDate.slice(0, 4)) + age).padStart(4, '0')}${birthDate.slice(4)}` <= day

/** What somebody lacks of what is asked. */
export function lacksOf(asked: Asked, { birthDate, certified }: Judged): Lack[] {
  const lacks: Lack[] = []
  if (asked.certificates.length > 0 && !certified) lacks.push('certificate')
  if (asked.minimumAge !== null) {
    if (birthDate === null) lacks.push('birth_date')
    else if (!isOldEnough(birthDate, asked.minimumAge, asked.day)) lacks.push('age')
  }
  return lacks
}

const oneOf = (names: readonly string[]): string => new Intl.ListFormat('nl', { type: 'disjunction' }).format(names)

/** 'Jan Jansen heeft geen geldig certificaat BHV op 12-12-2026.' */
export function lackText(name: string, lack: Lack, { day, certificates, minimumAge }: Asked): string {
  switch (lack) {
    case 'certificate':
      return `${name} heeft geen geldig certificaat ${oneOf(certificates)} op ${formatDate(day)}.`
    case 'age':
      return `${name} is op ${formatDate(day)} nog geen ${minimumAge} jaar.`
    case 'birth_date':
      return `Van ${name} is geen geboortedatum bekend; de minimumleeftijd is ${minimumAge} jaar.`
  }
}

/** What is asked, telling of nobody: 'een geldig certificaat BHV en een leeftijd van minimaal 18 jaar'. */
export function askedText({ certificates, minimumAge }: Asked): string {
  return [
    certificates.length > 0 ? `een geldig certificaat ${oneOf(certificates)}` : '',
    minimumAge === null ? '' : `een leeftijd van minimaal ${minimumAge} jaar`,
  ]
    .filter(Boolean)
    .join(' en ')
}

/** Somebody who does not meet what is asked, in sentences. */
export interface Unfit {
  id: number
  name: string
  reasons: string[]
}

const MOST_NAMED = 5

/** Names who do not meet what is asked, the first few of them in sentences. */
export function unfitSentences(unfit: readonly Unfit[]): string[] {
  const rest = unfit.length - MOST_NAMED
  return [
    ...unfit.slice(0, MOST_NAMED).flatMap(({ reasons }) => reasons),
    ...(rest > 0
      ? [`Nog ${formatCount(rest, 'cursist voldoet', 'cursisten voldoen')} niet aan de eisen van de opleiding.`]
      : []),
  ]
}
