import { HttpError, Invalid } from '../../../platform/errors.ts'
import { Throttle } from '../../../platform/http/throttle.ts'
import { tokenRead, tokenSave } from '../../../platform/screens/call/token-call.ts'
import { singleton } from '../../../platform/services.ts'
import { listOffer } from './offer.queries.ts'
import { receive } from './receiving.commands.ts'
import { EntriesBody, EntriesForm } from './registrations.forms.ts'

const SCOPE = 'entries'

/** Calls of one program in ten minutes: a website that shows the offer asks it once for all its visitors. */
const throttlesOf = singleton(({ pool }) => ({
  offer: new Throttle(pool, { name: 'entries-offer', tries: 600, seconds: 600 }),
  entries: new Throttle(pool, { name: 'entries-sent', tries: 300, seconds: 600 }),
}))

const inEuros = (cents: number) => (cents / 100).toFixed(2)

/** What people can be signed up for: plannings with their free places and what one person pays. */
export const offerCall = tokenRead({
  path: '/api/offer',
  docs: {
    title: 'Aanbod',
    text: 'De opleidingen en data waarvoor u mensen kunt aanmelden, met vrije plaatsen en wat één persoon betaalt.',
    answer: {
      courses: [{ code: 'BHV-B', description: 'BHV basis' }],
      plannings: [
        { appointment_group_id: 20418, course: 'BHV basis', free: 4, price: { excl: '245.00', incl: '245.00' } },
      ],
    },
  },
  scope: SCOPE,
  serversOnly: true,
  answer: async ({ db, caller, services }) => {
    await throttlesOf(services).offer.spend(String(caller.id))
    const offered = await listOffer(db)
    return {
      courses: [...new Map(offered.map(({ code, course }) => [code, { code, description: course }])).values()],
      plannings: offered.map(({ price, course_id: _id, ...planning }) => ({
        ...planning,
        price: price && { excl: inEuros(price.excl), incl: inEuros(price.incl) },
      })),
    }
  },
  example: () => ({}),
})

const KEY = /^[\w.:-]{8,100}$/

/** Takes in who is signed up elsewhere; a repeat under the same key adds nobody. */
export const entriesCall = tokenSave({
  path: '/api/entries',
  docs: {
    title: 'Aanmelden',
    text: 'Meldt cursisten aan; een planner verwerkt de aanmelding. Stuur een eigen kenmerk mee als Idempotency-Key: dezelfde aanmelding nog eens sturen voegt niemand toe. Een BSN nemen wij niet aan.',
    sends: EntriesBody,
    sample: {
      appointment_group_id: 20418,
      company: { name: 'Zorggroep De Linde', coc_no: '12345678' },
      contacts: [
        { first_name: 'Hanneke', last_name: 'Visser', birth_date: '1985-03-14', email: 'h.visser@delinde.example' },
      ],
      reference: 'PO-88121',
    },
    answer: { entries: [{ id: 1, status: 'received' }], held: true },
  },
  scope: SCOPE,
  serversOnly: true,
  form: EntriesForm,
  save: async ({ trx, caller, form, services, idempotencyKey: key }) => {
    await throttlesOf(services).entries.spend(String(caller.id))
    if (key === null) throw new HttpError(400, 'Stuur een Idempotency-Key mee: een eigen kenmerk van deze aanmelding.')
    if (!KEY.test(key))
      throw new Invalid({ idempotency_key: ['Een Idempotency-Key heeft 8 tot 100 letters, cijfers of streepjes.'] })
    const { isRepeat: _repeat, ...body } = await receive(
      trx,
      services,
      { source: 'api', name: caller.name, clientId: caller.id, key },
      form,
    )
    return { body }
  },
  example: () => ({}),
})
