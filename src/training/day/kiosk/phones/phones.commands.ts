/** Students on phones of their own: who opened a code in this session, and what they may go on with. */
import type { Db } from '../../../../platform/database/types.ts'
import { Forbidden } from '../../../../platform/errors.ts'
import { csrfToken } from '../../../../platform/http/csrf.ts'
import { visitOf } from '../../../../platform/http/session.ts'
import { Throttle } from '../../../../platform/http/throttle.ts'
import { claimedId, tokenHash } from '../../../../platform/links.ts'
import type { PublicAnswer } from '../../../../platform/screens/call/public.ts'
import type { Exchange } from '../../../../platform/screens/screen.ts'
import { type Services, singleton } from '../../../../platform/services.ts'
import { settingsOf } from '../../../../system/settings/index.ts'
import { LanguageQuery } from '../kiosk.forms.ts'
import type { PhoneProps } from '../kiosk.contract.ts'
import { isOpenAllDay } from '../kiosk.rules.ts'
import { type Asker, isVisiting, openVisit } from '../search.commands.ts'
import { timesOf } from '../settings.queries.ts'
import { type Language, textsOf } from '../texts.contract.ts'
import { LOOKUP_MS, ROOM_MS } from './phones.rules.ts'

export type PhoneUse = 'presence' | 'evaluation'

/** A school may look from one address, and a whole room opens one code; who guesses codes gets no further than this. */
const BY_ADDRESS = { name: 'phones-address', tries: 1200, seconds: 600 }
const BY_CODE = { name: 'phones-code', tries: 1200, seconds: 600 }
const throttlesOf = singleton(({ pool }) => ({
  addresses: new Throttle(pool, BY_ADDRESS),
  codes: new Throttle(pool, BY_CODE),
}))

/** Counts a look; what is made up counts likewise. The code in a room counts by itself alone: its phones share an address. */
export async function look(services: Services, use: PhoneUse, token: string, address: string): Promise<void> {
  const { addresses, codes } = throttlesOf(services)
  if (use === 'evaluation') await addresses.spend(address)
  await codes.spend(`${use} ${claimedId(token) ?? tokenHash(token)}`)
}

/** What stands for this session and what it opened; no session can be found by it. */
const visitorOf = ({ req }: Pick<Exchange, 'req'>, use: PhoneUse, part: number): string =>
  tokenHash(`${use} ${part} ${visitOf(req)}`)

const openMs = (use: PhoneUse): number => (use === 'presence' ? ROOM_MS : LOOKUP_MS)

/** A phone asks among those of one part, in its own session. @throws Forbidden where no page of it was opened */
export function phone(exchange: Exchange, use: PhoneUse, part: number | null, language: Language): Asker {
  if (part === null) throw new Forbidden(textsOf(language).openAgain)
  return {
    searcher: { column: 'visitor', value: visitorOf(exchange, use, part) },
    place: { appointmentId: part },
    name: use === 'presence' ? 'QR in het lokaal' : 'Opzoeken door cursisten',
    source: 'room',
    openMs: openMs(use),
    ...(use === 'evaluation' && { isOpen: isOpenAllDay }),
    language,
  }
}

export const languageIn = (query: Record<string, unknown>): Language =>
  LanguageQuery.parse({ language: query.language }).language

/** Whether this session opened that part a short while ago, whatever its code is by now. */
export const isOpened = ({ services, ...exchange }: Exchange, use: PhoneUse, part: number): Promise<boolean> =>
  isVisiting(services.db, visitorOf(exchange, use, part), openMs(use), new Date())

/** What every code is answered that leads nowhere, also one that never was. */
export const ended = (language: Language): PublicAnswer => {
  const { ended: title, endedText: text } = textsOf(language)
  return { view: 'training/kiosk/phone-end', data: { title, text, language }, status: 404 }
}

/** The page on which a phone begins, for who opened what leads to this part. */
export async function phonePage(
  exchange: Exchange,
  { use, part, api, language }: { use: PhoneUse; part: number; api: string; language: Language },
): Promise<PublicAnswer> {
  const { services } = exchange
  // The session is what counts from here on, so there has to be one.
  csrfToken(exchange.req)
  await openVisit(services.db, visitorOf(exchange, use, part), new Date())
  const props: PhoneProps = { use, api, language, times: await timesOf(services.db), house: await houseOf(services.db) }
  return { view: 'training/kiosk/phone', data: { props, language }, title: textsOf(language)[use] }
}

const houseOf = async (db: Db): Promise<string> => (await settingsOf(db, ['organisation'])).organisation.name
