import type { Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Services } from '../../../platform/services.ts'
import type { Offered } from './offer.queries.ts'
import { type Receipt, receive } from './receiving.commands.ts'
import type { SignUp } from './website.forms.ts'
import { WITHDRAWAL_DAYS, priceShown, startsSoon, whenText, withdrawalForm } from './website.rules.ts'

interface Asked {
  planning: Offered
  house: string
  form: SignUp
}

/** Takes in what a visitor filled in, and tells who did so what was received. @throws Invalid */
export async function signUp(trx: Trx, services: Services, asked: Asked): Promise<Receipt> {
  const { planning, form } = asked
  const isConsumer = form.kind === 'private'
  const soon = startsSoon(today(planning.parts[0]!.starts_at), today())
  if (isConsumer && soon && !form.express)
    throw new Invalid({ express: ['Vraag om te beginnen binnen de bedenktijd, of kies een latere datum.'] })
  const receipt = await receive(
    trx,
    services,
    { source: 'website', name: 'Website', clientId: null, key: `web-${form._once}` },
    {
      appointment_group_id: planning.appointment_group_id,
      e_learning_course: null,
      company: isConsumer
        ? null
        : { name: form.company_name, coc_no: form.coc_no, client_id: '', email: '', phone: '' },
      contacts: form.persons,
      sender: { name: form.sender_name, email: form.sender_email, phone: form.sender_phone },
      reference: form.reference,
      remark: form.remark,
      terms: `akkoord, ${isConsumer ? 'particulier' : 'zakelijk, geen bedenktijd'}${isConsumer && form.express ? ', wil beginnen binnen de bedenktijd' : ''}`,
    },
  )
  if (!receipt.isRepeat) await mailReceipt(trx, services, asked, receipt)
  return receipt
}

/** What was received, and for a consumer what the law wants told with it. */
async function mailReceipt(
  trx: Trx,
  services: Services,
  { planning, house, form }: Asked,
  { held }: Receipt,
): Promise<void> {
  const isConsumer = form.kind === 'private'
  const price = priceShown(planning, isConsumer)
  const withdrawal = isConsumer
    ? `\n\nU heeft ${WITHDRAWAL_DAYS} dagen bedenktijd vanaf vandaag.${form.express ? ' U vroeg ons binnen die tijd te beginnen: wat dan al is gegeven, betaalt u naar verhouding.' : ''}\n\n${withdrawalForm({ house, course: planning.course })}`
    : ''
  await queueMail(trx, services, {
    to: form.sender_email,
    subject: `Uw aanmelding is ontvangen: ${planning.course}`,
    text: `Beste ${form.sender_name},\n\nWij ontvingen uw aanmelding op ${formatDateTime(new Date())}.\n\n${planning.course}\n${planning.parts.map((part) => `- ${whenText(part.starts_at, part.ends_at)}`).join('\n')}\n\nCursisten:\n${form.persons.map(({ first_name, last_name_prefix, last_name }) => `- ${[first_name, last_name_prefix, last_name].filter(Boolean).join(' ')}`).join('\n')}${price ? `\n\nPrijs: ${price.amount}, ${price.text}` : ''}\n\n${held ? 'Wij houden de plaatsen voor u vast en bevestigen de inschrijving.' : 'Er is nu geen plaats vrij. Wij nemen contact met u op.'}${withdrawal}`,
    atOnce: true,
  })
}
