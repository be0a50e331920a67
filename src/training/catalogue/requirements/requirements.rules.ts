import { formatCount, formatDate } from '../../../platform/format/format.ts'
import { DUTCH, languageName } from '../../../platform/format/languages.ts'

/** What a course asks of who is enrolled in one of its plannings. */
export interface Asked {
  /** First day of the planning, YYYY-MM-DD. */
  day: string
  /** The courses of which one valid certificate is enough; none: no certificate is asked. */
  certificates: readonly string[]
  minimumAge: number | null
  /** In which the course is given; null: none is asked. */
  language: string | null
  /** Whether an e-learning of the course has to be finished. */
  eLearning?: boolean
}

/** Somebody, with what decides about it. */
export interface Judged {
  birthDate: string | null
  /** In which they follow a course; null: in Dutch. */
  language: string | null
  /** Holds one of the certificates, valid on the day. */
  certified: boolean
  /** Finished an e-learning of the course; who is new here has not. */
  eLearned?: boolean
}

export type Lack = 'certificate' | 'birth_date' | 'age' | 'language' | 'e_learning'

/** Whether somebody has had so many birthdays by a day. Who was born on 29 February has them on 1 March in other years. */
const isOldEnough = (birthDate: string, age: number, day: string): boolean =>
  `${String(Number(birthDate.slice(0, 4)) + age).padStart(4, '0')}${birthDate.slice(4)}` <= day

/** What somebody lacks of what is asked. */
export function lacksOf(asked: Asked, { birthDate, certified, language, eLearned }: Judged): Lack[] {
  const lacks: Lack[] = []
  if (asked.certificates.length > 0 && !certified) lacks.push('certificate')
  if (asked.minimumAge !== null) {
    if (birthDate === null) lacks.push('birth_date')
    else if (!isOldEnough(birthDate, asked.minimumAge, asked.day)) lacks.push('age')
  }
  if (asked.language !== null && asked.language !== (language ?? DUTCH)) lacks.push('language')
  if (asked.eLearning && !eLearned) lacks.push('e_learning')
  return lacks
}

const oneOf = (names: readonly string[]): string => new Intl.ListFormat('nl', { type: 'disjunction' }).format(names)

/** 'Jan Jansen heeft geen geldig certificaat BHV op 12-12-2026.' */
export function lackText(
  { name, language: own }: { name: string; language: string | null },
  lack: Lack,
  { day, certificates, minimumAge, language }: Asked,
): string {
  switch (lack) {
    case 'certificate':
      return `${name} heeft geen geldig certificaat ${oneOf(certificates)} op ${formatDate(day)}.`
    case 'age':
      return `${name} is op ${formatDate(day)} nog geen ${minimumAge} jaar.`
    case 'birth_date':
      return `Van ${name} is geen geboortedatum bekend; de minimumleeftijd is ${minimumAge} jaar.`
    case 'language':
      return `${name} volgt een opleiding in het ${languageName(own)}; deze is in het ${languageName(language)}.`
    case 'e_learning':
      return `${name} heeft de e-learning van deze opleiding nog niet afgerond.`
  }
}

/** What is asked, telling of nobody: 'een geldig certificaat BHV en een leeftijd van minimaal 18 jaar'. */
export function askedText({ certificates, minimumAge, language, eLearning }: Asked): string {
  const asked = [
    certificates.length > 0 ? `een geldig certificaat ${oneOf(certificates)}` : '',
    minimumAge === null ? '' : `een leeftijd van minimaal ${minimumAge} jaar`,
    language === null ? '' : `${languageName(language)} als lestaal`,
    eLearning ? 'een afgeronde e-learning' : '',
  ].filter(Boolean)
  return new Intl.ListFormat('nl').format(asked)
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
