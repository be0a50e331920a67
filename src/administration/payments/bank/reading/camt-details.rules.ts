/** What one detail of an entry of CAMT.053 tells: who paid or was paid, what for, and why it came back. */
import { accountOf, ibanOf } from './limits.rules.ts'
import type { ReadEntry } from './types.ts'

/** Texts of one element of the file, by the path below it. */
export class Texts {
  readonly #texts = new Map<string, string[]>()

  add(path: string, text: string): void {
    const found = this.#texts.get(path)
    if (found) found.push(text)
    else this.#texts.set(path, [text])
  }

  /** The first text at the first of these paths that has one. */
  first(...paths: string[]): string | undefined {
    for (const path of paths) {
      const [text] = this.#texts.get(path) ?? []
      if (text) return text
    }
    return undefined
  }

  all(path: string): string[] {
    return this.#texts.get(path) ?? []
  }
}

const FOR_ENTRY = 'AddtlNtryInf'
const BY_BANK = 'Teruggeboekt door de bank'
const STRUCTURED = ['RmtInf/Strd/RfrdDocInf/Nb', 'RmtInf/Strd/AddtlRmtInf']

/** What an entry is, whichever of its details tells more. */
interface Booked {
  booked_on: string
  bank_ref: string | null
}
/** The account of a statement and whose it is. */
export interface Own {
  account: string
  owner: string | undefined
}
type Party = Pick<ReadEntry, 'counter_iban' | 'counter_name'>
const NOBODY: Party = { counter_iban: null, counter_name: null }

/** One of both sides of a payment; nobody where that is the account itself. */
function partyOf(detail: Texts, side: 'Dbtr' | 'Cdtr', { account, owner }: Own): Party | null {
  const number = detail.first(`RltdPties/${side}Acct/Id/IBAN`, `RltdPties/${side}Acct/Id/Othr/Id`)
  const name = detail.first(`RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`, `RltdPties/Ultmt${side}/Nm`, `RltdPties/Ultmt${side}/Pty/Nm`) // prettier-ignore
  if (number === undefined && name === undefined) return null
  const isOwn = number === undefined ? name === owner : accountOf(number) === account
  return isOwn ? NOBODY : { counter_iban: ibanOf(number), counter_name: name ?? null }
}

/**
 * Who paid where money came in, and who was paid where it went out, but never ourselves: what comes back keeps the roles
 * that it had, so that both or the wrong one may be named.
 */
function counterOf(detail: Texts, amount: number, isBack: boolean, own: Own): Party {
  const [usual, other] = amount > 0 ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const)
  const first = partyOf(detail, usual, own)
  if (first !== null && first !== NOBODY) return first
  const second = partyOf(detail, other, own)
  // A name alone on the other side may be ours.
  return second !== null && (isBack || amount < 0 || first === NOBODY || second.counter_iban !== null) ? second : NOBODY
}

/** What one detail of an entry tells. */
export function detailOf(entry: Texts, detail: Texts, amount: number, booked: Booked, own: Own): ReadEntry {
  const [reference, ...references] = detail.all('RmtInf/Strd/CdtrRefInf/Ref')
  const remitted = [...detail.all('RmtInf/Ustrd'), ...STRUCTURED.flatMap((path) => detail.all(path)), ...references]
  const isBack = ['true', '1'].includes(entry.first('RvslInd') ?? '')
  const returned = detail.first('RtrInf/AddtlInf', 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry') ?? (isBack ? BY_BANK : null)
  return {
    ...booked,
    ...counterOf(detail, amount, returned !== null, own),
    amount,
    end_to_end: detail.first('Refs/EndToEndId') ?? null,
    reference: reference ?? null,
    description: [...new Set(remitted)].join(' ') || (detail.first('AddtlTxInf') ?? entry.first(FOR_ENTRY) ?? ''),
    return_reason: returned,
  }
}

/** Several payments of which their bank tells one amount: all their texts and names, and of nobody the account. */
export function together(parts: readonly ReadEntry[]): ReadEntry {
  const [first] = parts
  const all = (texts: (string | null)[]) => [...new Set(texts.filter(Boolean))].join(', ')
  const same = (key: 'end_to_end' | 'reference' | 'counter_iban') =>
    parts.every((part) => part[key] === first![key]) ? first![key] : null
  const reference = same('reference')
  return {
    ...first!,
    ...{ end_to_end: same('end_to_end'), reference, counter_iban: same('counter_iban') },
    counter_name: all(parts.map((part) => part.counter_name)),
    description: all(parts.flatMap((part) => [part.description, reference === null ? part.reference : null])),
    return_reason: all(parts.map((part) => part.return_reason)),
  }
}
