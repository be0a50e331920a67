import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { idOrNone } from '../../../platform/forms/fields.ts'
import { formatCount, formatNearDay } from '../../../platform/format/format.ts'
import { today, wallClock } from '../../../platform/format/zone.ts'
import { networkAt } from '../../../platform/http/network.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../platform/screens/call/public.ts'
import type { Exchange } from '../../../platform/screens/screen.ts'
import { type Services, singleton } from '../../../platform/services.ts'
import { contactFields } from '../../../relations/contacts/index.ts'
import { listOrigins } from '../../../system/api-clients/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { type Offered, listOffer } from './offer.queries.ts'
import { signUp } from './website.commands.ts'
import { MOST_BY_FORM, SignUpForm } from './website.forms.ts'
import { WIDGET, accentStyle, courseData, jsonInPage, priceShown, startsSoon, whenText } from './website.rules.ts'

const PATH = '/aanbod'
const TITLE = 'Opleidingen en data'

/** A whole office may look from one address; who fills in forms by machine gets no further than this. */
const throttlesOf = singleton(({ pool }) => ({
  looks: new Throttle(pool, { name: 'offer-address', tries: 600, seconds: 600 }),
  sent: new Throttle(pool, { name: 'offer-sent', tries: 10, seconds: 3600 }),
  all: new Throttle(pool, { name: 'offer-all', tries: 600, seconds: 3600 }),
}))

const accentOf = async (db: Db) => (await readSetting(db, 'organisation')).offer_color

const nameOf = async (db: Db) => (await readSetting(db, 'organisation')).name || 'Noordkaap'

const freeText = (free: number): string =>
  free === 0
    ? 'Vol'
    : free <= 3
      ? `Nog ${formatCount(free, 'plaats', 'plaatsen')}`
      : `${formatCount(free, 'plaats', 'plaatsen')} vrij`

const lineOf = (planning: Offered) => ({
  id: planning.appointment_group_id,
  day: wallClock(planning.parts[0]!.starts_at).day,
  tile: formatNearDay(planning.parts[0]!.starts_at).split(' '),
  course: planning.course,
  parts: planning.parts.map(({ starts_at, ends_at }) => whenText(starts_at, ends_at)),
  place: planning.online ? 'Online' : planning.parts[0]!.address || 'Plaats volgt',
  price: priceShown(planning, false),
  free: planning.free,
  freeText: freeText(planning.free),
})

const words = (query: Record<string, unknown>, name: string): string =>
  typeof query[name] === 'string' ? query[name].trim().slice(0, 100) : ''

/** All that people can be signed up for, for everybody; another website may show it within its own page. */
export const offerPage = publicPage({
  path: PATH,
  title: TITLE,
  show: async ({ db, query, services, address }) => {
    await throttlesOf(services).looks.spend(address)
    const [offered, house, framedBy] = [await listOffer(db), await nameOf(db), await listOrigins(db)]
    const [typed, code] = [words(query, 'zoek'), words(query, 'opleiding')]
    const codes = code.toLowerCase().split(',').filter(Boolean)
    const found = offered.filter(
      (planning) =>
        (codes.length === 0 || codes.includes(planning.code.toLowerCase())) &&
        `${planning.course} ${planning.parts[0]!.address}`.toLowerCase().includes(typed.toLowerCase()),
    )
    return {
      indexed: true,
      framedBy,
      view: 'training/website/offer',
      data: {
        plannings: found.map(lineOf),
        courses: [...new Map(offered.map((one) => [one.code, one.course]))].map(([value, label]) => ({ value, label })),
        accent: await accentOf(db),
        typed,
        code,
        framed: query.kader === '1',
        places: found.reduce((sum, { free }) => sum + free, 0),
        data: jsonInPage(courseData(found, { house, url: new URL(PATH, services.config.baseUrl).href })),
      },
    }
  },
})

/** What another website loads to show the offer: three lines of its page. */
export const offerScript = publicPage({
  path: `${PATH}.js`,
  title: TITLE,
  show: async ({ db, services, address }) => {
    await throttlesOf(services).looks.spend(address)
    return {
      framedBy: await listOrigins(db),
      content: { type: 'text/javascript', body: WIDGET },
    }
  },
})

/** Its colour, which a page without style of its own loads. */
export const offerStyle = publicPage({
  path: `${PATH}.css`,
  title: TITLE,
  show: async ({ db, services, address }) => {
    await throttlesOf(services).looks.spend(address)
    return { framedBy: await listOrigins(db), content: { type: 'text/css', body: accentStyle(await accentOf(db)) } }
  },
})

interface Sent {
  values: Record<string, unknown>
  errors: Record<string, string[]>
}

const FIELDS = ['first_name', 'last_name_prefix', 'last_name', 'email', 'birth_date'] as const
const personFields = FIELDS.map((name) => ({ name, label: contactFields[name].label, isDate: name === 'birth_date' }))

const findOffered = async (db: Db, id: string): Promise<Offered | undefined> =>
  idOrNone(id) === 0 ? undefined : (await listOffer(db, { planningId: idOrNone(id) }))[0]

async function formPage(services: Services, id: string, isConsumer: boolean, sent: Sent | null): Promise<PublicAnswer> {
  const { db } = services
  const planning = await findOffered(db, id)
  if (!planning) throw new NotFound('Deze datum is')
  const values = sent?.values ?? {}
  const errors = sent?.errors ?? {}
  const rows = Object.values(values.persons ?? {}).slice(0, MOST_BY_FORM) as Record<string, unknown>[]
  const house = await nameOf(db)
  return {
    status: sent === null ? 200 : 422,
    ...(sent === null ? { indexed: true as const } : {}),
    title: planning.course,
    view: 'training/website/sign-up',
    data: {
      accent: await accentOf(db),
      planning: { ...lineOf(planning), price: priceShown(planning, isConsumer) },
      action: `${PATH}/${planning.appointment_group_id}`,
      isConsumer,
      values,
      errors,
      soon: startsSoon(today(planning.parts[0]!.starts_at), today()),
      data: jsonInPage(courseData([planning], { house, url: new URL(PATH, services.config.baseUrl).href })),
      repeat: {
        name: 'persons',
        label: 'Cursist',
        addLabel: 'Nog een cursist',
        min: 1,
        max: MOST_BY_FORM,
        view: 'training/apply/person',
        blank: { fields: personFields, values: {}, errors: {} },
        items: rows.map((row, i) => ({
          data: { fields: personFields, values: row, errors: Object.fromEntries(FIELDS.map((name) => [name, errors[`persons.${i}.${name}`]?.[0]])) }, // prettier-ignore
        })),
      },
    },
  }
}

const isConsumerIn = (value: unknown): boolean => value === 'private' || value === 'particulier'

/** One planning, with the form to sign up for it: as a company, or as a consumer who pays for themselves. */
export const signUpPage = publicPage({
  path: `${PATH}/:id(word)`,
  title: TITLE,
  show: async ({ db, params, query, services, address }) => {
    await throttlesOf(services).looks.spend(address)
    if (typeof query.ontvangen === 'string') {
      const held = query.ontvangen === 'plaats'
      return { view: 'training/website/received', data: { held, accent: await accentOf(db) } }
    }
    return formPage(services, params.id, isConsumerIn(query.als), null)
  },
  form: SignUpForm,
  submit: async ({ db, params, services, address, form }) => {
    const { sent, all } = throttlesOf(services)
    await sent.spend(address)
    await all.spend('all')
    const planning = await findOffered(db, params.id)
    if (!planning) throw new NotFound('Deze datum is')
    const house = await nameOf(db)
    const { held } = await inTransaction(db, null, (trx) => signUp(trx, services, { planning, house, form }))
    return { redirect: `${PATH}/${planning.appointment_group_id}?ontvangen=${held ? 'plaats' : 'wachtlijst'}` }
  },
  invalid: async (error, exchange: Exchange) => {
    if (!(error instanceof Invalid)) return throttledPage(error, exchange)
    const { services, params, req } = exchange
    await throttlesOf(services).looks.spend(networkAt(req))
    const values = (req.body ?? {}) as Record<string, unknown>
    return formPage(services, String(params.id), isConsumerIn(values.kind), { values, errors: error.fields })
  },
})
