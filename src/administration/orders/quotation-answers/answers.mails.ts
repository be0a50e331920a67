import { queueMail } from '../../../platform/mail/mail.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { addressed } from '../../../relations/contacts/index.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { type Quotation, findLink } from '../quotations/index.ts'
import { findEmployee, findReader } from './answers.queries.ts'

/** Tells whoever handles a quotation what its customer did; of one that nobody handles the firm hears. */
export async function mailToEmployee(
  trx: Trx,
  services: Services,
  quotation: Quotation,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const employee = await findEmployee(trx, quotation)
  const to = employee?.email ?? (await firmDetails(trx)).email
  if (!to) return
  const { href } = new URL(`/administration/quotation/view/${quotation.id}`, services.config.baseUrl)
  await queueMail(trx, services, {
    to,
    subject,
    text: `${employee ? `Beste ${employee.name},\n\n` : ''}${text}\n\n${href}`,
    record: { type: 'quotation', id: quotation.id },
    // Nobody of ours did this, so nobody takes it back.
    atOnce: true,
  })
}

/** Tells who it was addressed to, with the link by which it is read again; nobody without an address or a link. */
async function mailToReader(
  trx: Trx,
  services: Services,
  quotation: Quotation,
  { subject, text, after }: { subject: string; text: string; after: string },
): Promise<void> {
  const reader = await findReader(trx, quotation)
  const link = await findLink(trx, services.config, quotation.id)
  if (!reader?.email || link === null) return
  const { trade_name } = await firmDetails(trx)
  await queueMail(trx, services, {
    to: reader.email,
    subject,
    text: `Beste ${addressed(reader)},\n\n${text}\n\n${after}\n${link.href}\n\n${trade_name || 'Noordkaap'}`,
    record: { type: 'contact', id: reader.id },
    secret: link.token,
  })
}

/** What was accepted, and where the signed document is. */
export const mailThanks = (trx: Trx, services: Services, quotation: Quotation): Promise<void> =>
  mailToReader(trx, services, quotation, {
    subject: `Bedankt voor uw akkoord op ${quotation.uid}`,
    text: `Offerte ${quotation.uid} is geaccepteerd door ${quotation.accepted_name}. Wij nemen contact met u op over het vervolg.`,
    after: 'De getekende offerte vindt u hier:',
  })

/** The answer to a question. */
export const mailAsked = (
  trx: Trx,
  services: Services,
  quotation: Quotation,
  { question, answer }: { question: string; answer: string },
): Promise<void> =>
  mailToReader(trx, services, quotation, {
    subject: `Antwoord op uw vraag over ${quotation.uid}`,
    text: `U vroeg:\n\n${question}\n\nOns antwoord:\n\n${answer}`,
    after: 'De offerte vindt u hier:',
  })
