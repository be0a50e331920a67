/** What :86: says of who paid and what for, in the shapes in which banks write it. */
import { isIban } from '../../../../platform/format/iban.ts'
import { ibanOf } from './limits.rules.ts'
import type { ReadEntry } from './types.ts'

/** What :61: says beside its amount: what follows it, and what stands below it. */
interface Beside {
  rest: string
  below: string
}
interface Told {
  iban: string | null
  name: string | null
  text: string
  endToEnd?: string | undefined
  returned?: string | undefined
}

/** A line or part that is full was cut by its length, so that a word goes on in the next; a shorter one ended there. */
const joined = (parts: readonly string[], full: number): string =>
  parts.reduce((text, part, i) => text + (i > 0 && parts[i - 1]!.length < full ? ' ' : '') + part, '')
const FULL_LINE = 64
const FULL_PART = 27

/** Texts by the mark before them. */
const marked = (text: string, mark: RegExp): Map<string, string> => {
  const found = [...text.matchAll(mark)]
  return new Map(
    found.map((match, i) => [match[1]!, text.slice(match.index + match[0].length, found[i + 1]?.index).trim()]),
  )
}

const TAG =
  /\/(EREF|IREF|PREF|CREF|MARF|CSID|CNTP|IBAN|BIC|NAME|ORDP|BENM|ULTD|ULTC|ULTB|REMI|TRTP|RTRN|PURP|ISDT|ADDR|BUSP|SVCL|ID|TRCD|TRDT|ACCW|CHGS|INIT|NRTX|OCMT|OAMT|EXCH|ADDITIONAL)\//g
/** The words with which ABN AMRO told it before there were tags. */
const WORDS = /\b(IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|MACHTIGING|INCASSANT):\s*/g
/** The marks within the numbered parts of German banks. */
const SEPA = /\b(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/g

const ENDING_SLASHES = /\/+$/
const withoutSlashes = (text: string | undefined): string | undefined => text?.replace(ENDING_SLASHES, '')

/** '/USTD//text' and '/STRD/CUR/reference', as ING writes what was remitted. */
const remitted = (text: string | undefined): string =>
  withoutSlashes(text?.replace(/^(?:USTD\/\/?|STRD\/(?:CUR|ISO)\/)/, '')) ?? ''

const DUTCH_IBAN = /\b[A-Z]{2}\d{2}[A-Z]{4}\d{10}\b/
/** A word that is an account: a Dutch one by its shape, another by its check digits too. */
const accountIn = (word: string): string | null =>
  DUTCH_IBAN.exec(word)?.[0] === word || isIban(word) ? ibanOf(word) : null

/** Numbered parts behind a mark of three digits: '000>100>20text>31account>32name', with whatever mark the bank has. */
function numbered(lines: readonly string[]): Told | null {
  const text = lines.join('')
  const mark = /^(?:\d{3})?([?>~^<|])\d\d/.exec(text)?.[1]
  if (mark === undefined || !new RegExp(`\\${mark}(?:2\\d|3[12])`).test(text)) return null
  const parts = text.split(new RegExp(`\\${mark}(\\d\\d)`))
  const of = (wanted: RegExp) => parts.filter((_, i) => i % 2 === 0 && i > 0 && wanted.test(parts[i - 1]!))
  const said = joined(of(/^(?:2\d|6[0-3])$/), FULL_PART)
  const keys = marked(said, SEPA)
  return {
    iban: ibanOf(of(/^31$/)[0]) ?? ibanOf(of(/^38$/)[0]) ?? ibanOf(keys.get('IBAN')),
    name: joined(of(/^3[23]$/), FULL_PART),
    text: keys.get('SVWZ') ?? said,
    endToEnd: keys.get('EREF'),
  }
}

/** A slash with a space beside it, or between two letters as in 'v/d' and 'h/o', is one of the name. */
const BETWEEN = /(?<! )(?<!\b[a-z](?=\/[a-z]\b))\/(?! )/i

/** 'account/BIC/name/city', where a name may have slashes of its own. */
function counterParty(text: string): Pick<Told, 'iban' | 'name'> {
  const [iban, , ...rest] = text.split(BETWEEN)
  const names = rest.filter((part) => part !== '')
  return { iban: ibanOf(iban), name: (names.length > 2 ? names.slice(0, -1).join('/') : names[0]) ?? null }
}

/** '/NAME/De Linde/REMI/F2026-0001' */
function tagged(text: string, { below }: Beside): Told | null {
  const tags = marked(text, TAG)
  const counter = tags.get('CNTP')
  const told = { text: remitted(tags.get('REMI')), endToEnd: tags.get('EREF'), returned: tags.get('RTRN') }
  if (counter !== undefined) return { ...counterParty(counter), ...told }
  if (tags.has('REMI') || tags.has('NAME') || tags.has('IBAN')) {
    const iban = ibanOf(withoutSlashes(tags.get('IBAN'))) ?? ibanOf(DUTCH_IBAN.exec(below)?.[0])
    return { iban, name: withoutSlashes(tags.get('NAME')) ?? null, ...told }
  }
  return text.startsWith('/') && tags.size > 0 ? { iban: null, name: null, ...told, text } : null
}

/** SNS, ASN and RegioBank: the account, which stands in :61: too, and the name on the first line. */
function leading(lines: readonly string[], { rest }: Beside): Told | null {
  const [, word = '', name = ''] = /^(\S+)(?: (.*))?$/.exec(lines[0]?.trim() ?? '') ?? []
  const isAccount = accountIn(word) !== null || (word !== '' && word === rest && isAccountLike(word))
  return isAccount ? { iban: ibanOf(word), name, text: joined(lines.slice(1).map(ended), FULL_LINE) } : null
}
const isAccountLike = (word: string): boolean => /^(?:\d{7,10}|[A-Z]{2}\d{2}[A-Z0-9]{8,30})$/.test(word)

function worded(text: string): Told | null {
  const words = marked(text, WORDS)
  if (words.size === 0) return null
  const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}/.exec((words.get('IBAN') ?? '').replaceAll(' ', ''))?.[0]
  return {
    ...{ iban: ibanOf(iban), name: words.get('NAAM') ?? null },
    ...{ text: words.get('OMSCHRIJVING') ?? text, endToEnd: words.get('KENMERK') },
  }
}

const ended = (line: string): string => line.trimEnd()
const isStructured = (text: string): boolean => /^(?:RF\d\d[A-Z0-9]{1,21}|\d{16})$/.test(text.replaceAll(' ', ''))

/** What follows the amount of :61: is a reference of the customer and of the bank, or the account of the other party. */
function referencesOf(rest: string): { account: string | null; ref: string | null } {
  const [, own = '', banks = ''] = /^([^/]*)(?:\/\/(.{0,16}))?/.exec(rest) ?? []
  const account = accountIn(own.trim())
  return { account, ref: banks.trim() || (account === null && own.slice(0, 16)) || null }
}

/** What a line says beside its amount and day. */
export function detailsOf(lines: readonly string[], beside: Beside): Omit<ReadEntry, 'booked_on' | 'amount'> {
  const whole = joined(lines.map(ended), FULL_LINE)
  const told = numbered(lines) ?? tagged(whole, beside) ?? leading(lines, beside) ?? worded(whole)
  const text = told?.text ?? whole
  const { account, ref } = referencesOf(beside.rest)
  return {
    bank_ref: ref,
    end_to_end: withoutSlashes(told?.endToEnd) || null,
    reference: isStructured(text) ? text : null,
    counter_iban: told?.iban ?? account,
    counter_name: told?.name || null,
    description: text,
    return_reason: withoutSlashes(told?.returned) || null,
  }
}
