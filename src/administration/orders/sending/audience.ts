import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Audience } from '../../../system/messages/points.ts'
import { besideOf, listBeside, owedOn } from '../../sales/claims/index.ts'
import { paysOnline } from '../../catalogue/firm/index.ts'
import { invoicesVisibleTo, onlinePayLinks } from '../../invoices/invoices/index.ts'
import { findLinks, quotationsVisibleTo } from '../quotations/index.ts'
import { customerName } from '../../sales/sales/index.ts'
import {
  READER_VARIABLES,
  invoiceAddress,
  invoiceReader,
  quotationAddress,
  quotationReader,
  readerValues,
} from './recipients.queries.ts'
import { drawInvoice, drawQuotation } from './sending.files.ts'

/** What a concept is called in the preview of its message: it gets its number with the sending. */
const NO_NUMBER = '[nummer]'
/** What stands for the link in the preview: it is made with the sending. */
const NO_LINK = '[link]'

const invoicesOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('invoices')
    .leftJoin('companies', 'companies.id', 'invoices.company_id')
    .leftJoin('contacts', 'contacts.id', 'invoices.contact_id')
    .select([
      'invoices.id',
      'invoices.uid',
      'invoices.reference',
      'invoices.invoice_date',
      'invoices.expires_at',
      'invoices.open',
      sql<number>`invoices.total`.as('total'),
      customerName.as('customer'),
      invoiceReader.as('reader'),
      invoiceAddress.as('email'),
    ])
    .where(sql<boolean>`invoices.id = any(${ids})`)
    .execute()

/** Who gets an invoice; each invoice that was chosen is a mail of its own. */
export const invoiceAudience: Audience = {
  type: 'invoice',
  record: 'invoice',
  recipient: 'invoice',
  kinds: [
    {
      key: 'debtor',
      label: 'De klant',
      variables: [
        ...READER_VARIABLES,
        { name: 'factuur.soort', label: 'Factuur of creditfactuur' },
        { name: 'factuur.nummer', label: 'Factuurnummer' },
        { name: 'factuur.datum', label: 'Factuurdatum' },
        { name: 'factuur.vervaldatum', label: 'Vervaldatum' },
        { name: 'factuur.bedrag', label: 'Totaal van de factuur' },
        { name: 'factuur.openstaand', label: 'Wat van de factuur zelf nog openstaat' },
        { name: 'factuur.te_betalen', label: 'Wat nog te betalen is, met kosten en rente die brieven vroegen' },
        { name: 'factuur.referentie', label: 'Referentie van de klant' },
        { name: 'factuur.betaallink', label: 'Adres van de betaalpagina, leeg waar niet online betaald wordt' },
      ],
    },
  ],
  people: (viewer, ids) => sql`
    select invoices.id, 'debtor' as kind, ${invoiceReader} as name, ${invoiceAddress} as email
    from invoices left join companies on companies.id = invoices.company_id
      left join contacts on contacts.id = invoices.contact_id
    where invoices.id = any(${ids}) and ${invoicesVisibleTo(viewer)}`,
  values: async (db, _ids, people, services) => {
    const ids = people.map(({ id }) => id)
    const rows = await invoicesOf(db, ids)
    const links = services ? await onlinePayLinks(db, services.config, ids) : new Map<number, string>()
    const beside = await listBeside(db, 'invoice', ids)
    // A concept gets its link with its number.
    const isToCome = services?.foresees === true && (await paysOnline(db, services.config))
    return new Map(
      rows.map((row) => [
        row.id,
        {
          ...readerValues(row),
          factuur: {
            soort: row.total < 0 ? 'Creditfactuur' : 'Factuur',
            nummer: row.uid ?? NO_NUMBER,
            datum: formatDate(row.invoice_date),
            // Nothing is to be paid of what is credited.
            vervaldatum: row.total > 0 ? formatDate(row.expires_at) : '',
            bedrag: formatMoney(row.total),
            openstaand: formatMoney(row.open),
            te_betalen: formatMoney(
              row.open + (beside.has(row.id) ? besideOf(owedOn(beside.get(row.id)!, today())) : 0),
            ),
            referentie: row.reference ?? '',
            betaallink: links.get(row.id) ?? (isToCome && row.uid === null && row.total > 0 ? NO_LINK : ''),
          },
        },
      ]),
    )
  },
  draw: drawInvoice,
}

const quotationsOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('quotations')
    .leftJoin('companies', 'companies.id', 'quotations.company_id')
    .leftJoin('contacts', 'contacts.id', 'quotations.contact_id')
    .select([
      'quotations.id',
      sql<string>`quotations.uid`.as('uid'),
      'quotations.reference',
      'quotations.quotation_date',
      'quotations.valid_until',
      sql<number>`quotations.total`.as('total'),
      customerName.as('customer'),
      quotationReader.as('reader'),
      quotationAddress.as('email'),
    ])
    .where(sql<boolean>`quotations.id = any(${ids})`)
    .execute()

/** Who gets a quotation, likewise. */
export const quotationAudience: Audience = {
  type: 'quotation',
  record: 'quotation',
  recipient: 'quotation',
  kinds: [
    {
      key: 'customer',
      label: 'De klant',
      variables: [
        ...READER_VARIABLES,
        { name: 'offerte.nummer', label: 'Offertenummer' },
        { name: 'offerte.datum', label: 'Offertedatum' },
        { name: 'offerte.geldig_tot', label: 'Geldig tot en met' },
        { name: 'offerte.bedrag', label: 'Totaal van de offerte' },
        { name: 'offerte.referentie', label: 'Referentie van de klant' },
        { name: 'offerte.link', label: 'Adres waar de klant de offerte bekijkt en accepteert' },
      ],
    },
  ],
  people: (viewer, ids) => sql`
    select quotations.id, 'customer' as kind, ${quotationReader} as name, ${quotationAddress} as email
    from quotations left join companies on companies.id = quotations.company_id
      left join contacts on contacts.id = quotations.contact_id
    where quotations.id = any(${ids}) and ${quotationsVisibleTo(viewer)}`,
  values: async (db, _ids, people, services) => {
    const ids = people.map(({ id }) => id)
    const rows = await quotationsOf(db, ids)
    const links = services ? await findLinks(db, services.config, ids) : null
    return new Map(
      rows.map((row) => [
        row.id,
        {
          ...readerValues(row),
          offerte: {
            nummer: row.uid,
            datum: formatDate(row.quotation_date),
            geldig_tot: formatDate(row.valid_until),
            bedrag: formatMoney(row.total),
            referentie: row.reference ?? '',
            link: links === null ? NO_LINK : (links.get(row.id)?.href ?? (services?.foresees ? NO_LINK : '')),
          },
        },
      ]),
    )
  },
  draw: drawQuotation,
}
