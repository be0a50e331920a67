/** What the law wants to read of us on an invoice, and what is not told yet. */
import { inSentence } from '../../../platform/format/sentence.ts'
import { type SettingValue, settingFields } from '../../../system/settings/index.ts'

type Organisation = SettingValue<'organisation'>
type Firm = SettingValue<'firm'>
export type DocumentTexts = SettingValue<'document_texts'>

/** All that a document tells of us. What is empty was never told. */
export interface FirmDetails
  extends
    Firm,
    Pick<
      Organisation,
      'street' | 'street_no' | 'street_no_adding' | 'postal_code' | 'city' | 'phone' | 'email' | 'website'
    > {
  /** The name by which customers know us; `legal_name` is the one by which the trade register does. */
  trade_name: string
  /** Name of its logo; not there: it has none. */
  logo?: string
  texts: DocumentTexts
}

/** Something that is not told yet, and where it is told. */
export interface MissingFact {
  field: string
  label: string
  /** A whole sentence: 'Vul het btw-id in bij Instellingen > Administratie.' */
  text: string
  href: string
}

/** What is told in two places comes from one: without a legal name there is but the one of the organisation. */
export function firmOf(organisation: Organisation, firm: Firm, texts: DocumentTexts): FirmDetails {
  const { name, street, street_no, street_no_adding, postal_code, city, phone, email, website } = organisation
  const { logo } = organisation
  const legal_name = firm.legal_name || name
  return {
    ...firm,
    legal_name,
    trade_name: name,
    ...(logo === '' ? {} : { logo }),
    iban_name: firm.iban_name || legal_name,
    ...{ street, street_no, street_no_adding, postal_code, city, phone, email, website },
    texts,
  }
}

const AT = {
  organisation: { where: 'Instellingen > Organisatie', href: '/settings/?tab=organisation' },
  firm: { where: 'Instellingen > Administratie', href: '/settings/?tab=administration' },
}

const ASKED = [
  ['trade_name', 'name', 'organisation', 'de'],
  ['street', 'street', 'organisation', 'de'],
  ['street_no', 'street_no', 'organisation', 'het'],
  ['postal_code', 'postal_code', 'organisation', 'de'],
  ['city', 'city', 'organisation', 'de'],
  ['coc_no', 'coc_no', 'firm', 'het'],
  ['vat_id', 'vat_id', 'firm', 'het'],
] as const

/** What the law does not ask for, and the customer does. */
export const UNPAYABLE: MissingFact = {
  field: 'iban',
  label: settingFields.iban.label,
  text: `Op de factuur staat nog niet waar de klant kan betalen: vul een IBAN in bij ${AT.firm.where}, of koppel online betalen.`,
  href: AT.firm.href,
}

/** A postbus is no address where somebody can be found. */
const isPostbus = (street: string): boolean => /^post\s*bus\b/i.test(street.trim())

/** What the law asks for on an invoice and nobody has told yet (rulings 6); none becomes definitive before. */
export function missingForInvoices(details: FirmDetails): MissingFact[] {
  const empty = ASKED.filter(([key]) => details[key] === '').map(([, field, at, article]) => {
    const { label } = settingFields[field]
    return { field, label, text: `Vul ${article} ${inSentence(label, 1)} in bij ${AT[at].where}.`, href: AT[at].href }
  })
  if (!isPostbus(details.street)) return empty
  const { where, href } = AT.organisation
  const text = `Vul een bezoekadres in bij ${where}: een postbus alleen is op een factuur niet genoeg.`
  return [{ field: 'street', label: settingFields.street.label, text, href }, ...empty]
}
