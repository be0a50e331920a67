import * as z from 'zod'
import { Unavailable, askJson } from '../../platform/outside/ask-json.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { cachedAnswer, cachedAnswers, keepAnswer } from './cache.ts'

const Found = z.object({
  street: z.string(),
  city: z.string(),
  /** Letters and additions this house number has: 'A', '2', 'bis'. */
  additions: z.array(z.string()),
  /** Where it lies; null where the register does not say. */
  point: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export type FoundAddress = z.output<typeof Found>

/** Hours an answer is kept: addresses hardly change, but a new street should not stay unknown. */
const HIT_HOURS = 90 * 24
const MISS_HOURS = 1
const REGISTER = 'address'

const Answer = z.object({
  response: z.object({
    docs: z.array(
      z.object({
        straatnaam: z.string().optional(),
        woonplaatsnaam: z.string().optional(),
        huisletter: z.string().optional(),
        huisnummertoevoeging: z.string().optional(),
        centroide_ll: z.string().optional(),
      }),
    ),
  }),
})

type LookupServices = Pick<Services, 'config' | 'db' | 'log'>

/**
 * Street and city of a Dutch postal code and house number, from the PDOK Locatieserver (BAG).
 * @param postalCode four digits and two letters, spaces and case do not matter
 * @returns null when there is no such address, or when the register cannot be asked or gives no answer in time: the
 *   user then types them himself
 */
export async function findAddress(
  services: LookupServices,
  postalCode: string,
  number: number,
): Promise<FoundAddress | null> {
  try {
    return await askAddress(services, postalCode, number)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    services.log.warn({ reason: error.message }, 'address register unavailable')
    return null
  }
}

/** The same for who goes on later when the register gives no answer now. @throws Unavailable */
export async function askAddress(
  { config, db }: Pick<Services, 'config' | 'db'>,
  postalCode: string,
  number: number,
): Promise<FoundAddress | null> {
  const code = codeOf(postalCode)
  if (config.addressRegisterUrl === undefined || !/^[1-9]\d{3}[A-Z]{2}$/.test(code)) return null
  const key = keyOf(code, number)
  const kept = z.union([Found, z.null()]).safeParse(await cachedAnswer(db, REGISTER, key))
  if (kept.success) return kept.data
  const found = await ask(config.addressRegisterUrl, code, number)
  await keepAnswer(db, REGISTER, key, found, found ? HIT_HOURS : MISS_HOURS)
  return found
}

/** 'POINT(6.09 52.51)': longitude before latitude. */
function pointOf(text: string | undefined): FoundAddress['point'] {
  const [, longitude, latitude] = /^POINT\((-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)\)$/.exec(text ?? '') ?? []
  return latitude === undefined ? null : { latitude: Number(latitude), longitude: Number(longitude) }
}

const keyOf = (code: string, number: number) => `${code} ${number}`
const codeOf = (postalCode: string) => postalCode.replace(/\s/g, '').toUpperCase()

/** Where an address lies that was asked for before; nobody is asked. */
export async function knownPoint(db: Db | Trx, postalCode: string, number: number): Promise<FoundAddress['point']> {
  const kept = Found.safeParse(await cachedAnswer(db, REGISTER, keyOf(codeOf(postalCode), number)))
  return kept.success ? kept.data.point : null
}

/** The number of a house without what stands behind it. */
export const houseNumber = (streetNo: string | null): number | null => {
  const [digits] = /^\d{1,5}/.exec(streetNo ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** Where addresses lie that were asked for before, in their order; nobody is asked. */
export async function knownPoints(
  db: Db | Trx,
  addresses: readonly { postal_code: string | null; street_no: string | null }[],
): Promise<FoundAddress['point'][]> {
  const keys = addresses.map(({ postal_code, street_no }) => keyOf(codeOf(postal_code ?? ''), houseNumber(street_no) ?? 0)) // prettier-ignore
  const answers = await cachedAnswers(db, REGISTER, keys)
  return keys.map((key) => {
    const kept = Found.safeParse(answers.get(key))
    return kept.success ? kept.data.point : null
  })
}

async function ask(base: string, code: string, number: number): Promise<FoundAddress | null> {
  const query = new URLSearchParams({ fq: 'type:adres', rows: '100' })
  query.append('fq', `postcode:${code}`)
  query.append('fq', `huisnummer:${number}`)
  query.set('fl', 'straatnaam,woonplaatsnaam,huisletter,huisnummertoevoeging,centroide_ll')
  const { status, body } = await askJson(`${base}/free?${query.toString()}`, { timeoutMs: 3000, withinMs: 4000 })
  if (status !== 200) throw new Unavailable(`status ${status}`)
  const read = Answer.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  const { docs } = read.data.response
  const first = docs.find(({ straatnaam, woonplaatsnaam }) => straatnaam && woonplaatsnaam)
  if (!first) return null
  const additions = docs.map(({ huisletter = '', huisnummertoevoeging = '' }) => huisletter + huisnummertoevoeging)
  return {
    street: first.straatnaam!,
    city: first.woonplaatsnaam!,
    additions: [...new Set(additions.filter(Boolean))].sort(),
    point: pointOf(first.centroide_ll),
  }
}
