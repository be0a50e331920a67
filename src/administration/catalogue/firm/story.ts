import type { Trx } from '../../../platform/database/types.ts'
import { writeSetting } from '../../../system/settings/index.ts'

/** Numbers that pass the checks and belong to nobody. */
export async function seedFirm(trx: Trx): Promise<void> {
  await writeSetting(trx, 'firm', {
    legal_name: 'Noordkaap Opleidingen B.V.',
    coc_no: '90004760',
    vat_id: 'NL123456782B01',
    iban: 'NL02 ABNA 0123 4567 89',
    iban_name: '',
    crkbo_no: '9000476',
  })
  await writeSetting(trx, 'document_texts', {
    quotation_header: 'Dank voor uw aanvraag. Wij bieden u graag het volgende aan.',
    quotation_footer: 'Deze offerte geldt 30 dagen. Hebt u vragen? Wij helpen u graag.',
    order_header: '',
    order_footer: 'Klopt er iets niet? Bel ons dan voor de dag van de opleiding.',
    invoice_header: '',
    invoice_footer: 'Dank voor uw vertrouwen in Noordkaap Opleidingen.',
    payment_text: 'Vermeld bij uw betaling het factuurnummer.',
  })
}
