import * as z from 'zod'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { Invalid } from '../../../../platform/errors.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { networkAt } from '../../../../platform/http/network.ts'
import { Throttle } from '../../../../platform/http/throttle.ts'
import { tokenHash } from '../../../../platform/links.ts'
import { type PublicAnswer, publicPage, throttledPage } from '../../../../platform/screens/call/public.ts'
import { type Services, singleton } from '../../../../platform/services.ts'
import { addressed, contactFields } from '../../../../relations/contacts/index.ts'
import { readSetting } from '../../../../system/settings/index.ts'
import { MENDABLE, type Mendable } from './mending.rules.ts'
import { mend } from './questions.commands.ts'
import { findByToken, listQuestions } from './questions.queries.ts'

/** A company may read the mail of many people from one address; who fills in forms by machine gets no further than this. */
const throttlesOf = singleton(({ pool }) => ({
  looks: new Throttle(pool, { name: 'register-question-address', tries: 120, seconds: 600 }),
  answers: new Throttle(pool, { name: 'register-question-token', tries: 30, seconds: 600 }),
}))

/** Unknown, over, withdrawn or of somebody who is gone are answered alike: nobody learns which. */
const GONE = {
  title: 'Deze link is niet meer in gebruik',
  text: 'Met deze link wordt u niet (meer) iets gevraagd. Neem contact met ons op als u denkt dat dit niet klopt.',
}
const COMPLETE = {
  title: 'Bedankt, uw gegevens zijn opgeslagen',
  text: 'U hoeft niets meer te doen.',
}

type Typed = Record<string, string>

const AUTOCOMPLETE: Record<Mendable, string> = {
  first_name: 'given-name',
  initials: 'off',
  last_name_prefix: 'off',
  last_name: 'family-name',
  birth_date: 'bday',
  email: 'email',
}

async function told(db: Db, token: string, shown: object, status = 200): Promise<PublicAnswer> {
  const { name, phone } = await readSetting(db, 'organisation')
  const action = `/gegevens/${encodeURIComponent(token)}`
  return { status, view: 'training/registers/mend', data: { shown, action, organisation: name, phone } }
}

/** The fields that are asked now, with what stands there or was typed, and nothing else of the person. */
async function pageOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  token: string,
  sent: { typed: Typed; errors: Record<string, string[]> } | null = null,
): Promise<PublicAnswer> {
  const question = await findByToken(db, config, token)
  if (!question) return told(db, token, GONE)
  const { fields } = (await listQuestions(db, config, question.group_id, [question.contact_id])).get(
    question.contact_id,
  )!
  if (fields.length === 0) return told(db, token, COMPLETE)
  const known: Record<Mendable, string> = {
    ...question,
    birth_date: formatDate(question.birth_date),
    email: question.email ?? '',
  }
  return told(
    db,
    token,
    {
      title: 'Klopt dit?',
      text: `Beste ${addressed(question)}, wij melden u aan bij een register voor ${question.course}. Vul in hoe het in uw paspoort of op uw identiteitskaart staat.`,
      until: formatDate(question.expires_at),
      error:
        sent === null ? null : (sent.errors._form?.[0] ?? 'Er is nog niets opgeslagen. Kijk na wat hieronder staat.'),
      fields: fields.map((name) => ({
        name,
        label: contactFields[name].label,
        isDate: name === 'birth_date',
        type: name === 'email' ? 'email' : 'text',
        isRequired: name === 'birth_date' || name === 'email' || name === 'last_name',
        maxlength: name === 'email' ? 254 : 100,
        autocomplete: AUTOCOMPLETE[name],
        value: sent?.typed[name] ?? known[name],
        error: sent?.errors[name]?.[0] ?? null,
      })),
    },
    sent === null ? 200 : 422,
  )
}

const line = z.string().max(300).catch('')
const TypedForm = z.object(Object.fromEntries(MENDABLE.map((name) => [name, line])))

/** Somebody mends what a register will not take, by the link that was mailed. Opening it changes nothing. */
export const mendPage = publicPage({
  path: '/gegevens/:token(word)',
  title: 'Uw gegevens',
  show: async ({ services, params, address }) => {
    await throttlesOf(services).looks.spend(address)
    return pageOf(services, params.token)
  },
  form: TypedForm,
  submit: async ({ db, services, params, address, form }) => {
    const { looks, answers } = throttlesOf(services)
    await looks.spend(address)
    await answers.spend(tokenHash(params.token))
    const isAsked = await inTransaction(db, null, (trx) => mend(trx, services, params.token, form))
    return told(db, params.token, isAsked ? COMPLETE : GONE)
  },
  invalid: async (error, exchange) => {
    if (!(error instanceof Invalid)) return throttledPage(error, exchange)
    const { services, params, req } = exchange
    await throttlesOf(services).looks.spend(networkAt(req))
    return pageOf(services, String(params.token), { typed: TypedForm.parse(req.body ?? {}), errors: error.fields })
  },
})
