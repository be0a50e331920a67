import * as z from 'zod'
import { Unavailable, askJson } from '../../platform/outside/ask-json.ts'
import type { Services } from '../../platform/services.ts'
import { cachedAnswer, keepAnswer } from './cache.ts'

/** A company of the trade register, in the field names of the contract. */
const Registered = z.object({
  handelsnaam: z.string(),
  dossiernummer: z.string(),
  straat: z.string(),
  huisnummer: z.string(),
  huisnummertoevoeging: z.string(),
  postcode: z.string(),
  plaats: z.string(),
})
export type RegisteredCompany = z.output<typeof Registered>

/** Hours a profile is kept: each costs money. Search results are not kept, as the register asks of its users. */
const PROFILE_HOURS = 24
/** A company that is founded today should not stay unknown. */
const MISS_HOURS = 1
const REGISTER = 'trade-register'
const MOST_RESULTS = 10

const SearchAnswer = z.object({
  resultaten: z.array(
    z.object({
      kvkNummer: z.string(),
      naam: z.string(),
      type: z.string().optional(),
      adres: z
        .object({
          binnenlandsAdres: z.object({ straatnaam: z.string().optional(), plaats: z.string().optional() }).optional(),
        })
        .optional(),
    }),
  ),
})

const Address = z.object({
  type: z.string().optional(),
  indAfgeschermd: z.string().optional(),
  straatnaam: z.string().optional(),
  huisnummer: z.number().optional(),
  huisletter: z.string().optional(),
  huisnummerToevoeging: z.string().optional(),
  postcode: z.string().optional(),
  plaats: z.string().optional(),
})
const Profile = z.object({
  kvkNummer: z.string(),
  naam: z.string().optional(),
  statutaireNaam: z.string().optional(),
  _embedded: z
    .object({
      hoofdvestiging: z.object({ adressen: z.array(Address).optional() }).optional(),
      eigenaar: z.object({ adressen: z.array(Address).optional() }).optional(),
    })
    .optional(),
})

type LookupServices = Pick<Services, 'config' | 'db' | 'log'>
/** Null: the register gives no answer now, or this installation has no key to it. */
export type Answered = RegisteredCompany[] | null

/**
 * The company with this number, with its visiting address.
 * @param number eight digits; anything else is nobody's
 */
export async function findByNumber(services: LookupServices, number: string): Promise<Answered> {
  if (!/^\d{8}$/.test(number)) return []
  const kept = z.array(Registered).safeParse(await cachedAnswer(services.db, REGISTER, number))
  if (kept.success) return kept.data
  return guarded(services, async (ask) => {
    const profile = read(Profile, await ask(`/v1/basisprofielen/${number}`))
    const found = profile === null ? [] : [companyOf(profile)]
    await keepAnswer(services.db, REGISTER, number, found, found.length > 0 ? PROFILE_HOURS : MISS_HOURS)
    return found
  })
}

/** Companies with this in their name, at most ten; of their address only street and city are known. */
export async function findByName(services: LookupServices, name: string): Promise<Answered> {
  return guarded(services, async (ask) => {
    const query = new URLSearchParams({ naam: name, resultatenPerPagina: String(MOST_RESULTS * 2) })
    const answer = read(SearchAnswer, await ask(`/v2/zoeken?${query.toString()}`))
    const byNumber = new Map<string, RegisteredCompany>()
    for (const { kvkNummer, naam, adres } of answer?.resultaten ?? []) {
      const { straatnaam = '', plaats = '' } = adres?.binnenlandsAdres ?? {}
      // The same company stands there as a legal person and once per establishment.
      const known = byNumber.get(kvkNummer)
      if (known && known.plaats !== '') continue
      byNumber.set(kvkNummer, { ...EMPTY, handelsnaam: naam, dossiernummer: kvkNummer, straat: straatnaam, plaats })
    }
    return [...byNumber.values()].slice(0, MOST_RESULTS)
  })
}

const EMPTY: RegisteredCompany = {
  handelsnaam: '',
  dossiernummer: '',
  straat: '',
  huisnummer: '',
  huisnummertoevoeging: '',
  postcode: '',
  plaats: '',
}

/** Asks for a path below the register's address; null where it knows nothing of the kind (404). */
type Ask = (path: string) => Promise<unknown>

async function guarded(
  { config, log }: LookupServices,
  work: (ask: Ask) => Promise<RegisteredCompany[]>,
): Promise<Answered> {
  const { tradeRegisterUrl: base, tradeRegisterKey: key } = config
  if (base === undefined) return null
  try {
    return await work(async (path) => {
      const headers = key === undefined ? {} : { apikey: key }
      const { status, body } = await askJson(base + path, { headers, timeoutMs: 4000, withinMs: 6000 })
      if (status === 404) return null
      if (status !== 200) throw new Unavailable(`status ${status}`)
      return body
    })
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    log.warn({ reason: error.message }, 'trade register unavailable')
    return null
  }
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> | null {
  if (body === null) return null
  const result = schema.safeParse(body)
  if (!result.success) throw new Unavailable('the answer has another shape')
  return result.data
}

function companyOf(profile: z.output<typeof Profile>): RegisteredCompany {
  const { hoofdvestiging, eigenaar } = profile._embedded ?? {}
  // A foundation may have no establishment: its address then stands with the owner.
  const addresses = hoofdvestiging?.adressen ?? eigenaar?.adressen ?? []
  const open = addresses.filter(({ indAfgeschermd }) => !/^ja$/i.test(indAfgeschermd ?? ''))
  const address = open.find(({ type }) => type === 'bezoekadres') ?? open[0]
  return {
    handelsnaam: profile.naam ?? profile.statutaireNaam ?? '',
    dossiernummer: profile.kvkNummer,
    straat: address?.straatnaam ?? '',
    huisnummer: address?.huisnummer === undefined ? '' : String(address.huisnummer),
    huisnummertoevoeging: `${address?.huisletter ?? ''}${address?.huisnummerToevoeging ?? ''}`,
    postcode: address?.postcode ?? '',
    plaats: address?.plaats ?? '',
  }
}
