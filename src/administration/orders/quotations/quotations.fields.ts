import { optionalMoment, paragraphs, requiredDay, requiredLine } from '../../../platform/fields/kinds.ts'
import { saleFieldsWith } from '../../sales/sales/index.ts'

const reason = paragraphs('Reden', { maxlength: 2000, personal: true })

/** What a quotation consists of, beside its lines. */
export const quotationFields = saleFieldsWith({
  quotation_date: requiredDay('Offertedatum'),
  valid_until: requiredDay('Geldig tot en met'),
  sent_at: optionalMoment('Verstuurd op'),
  viewed_at: optionalMoment('Bekeken op'),
  accepted_at: optionalMoment('Geaccepteerd op'),
  accepted_name: requiredLine('Akkoord van', 200, { personal: true }),
  declined_at: optionalMoment('Afgewezen op'),
  decline_reason: {
    ...reason,
    required: true,
    parse: reason.parse.refine((text) => text !== null, 'Vul een :label in.'),
  },
  withdrawn_at: optionalMoment('Teruggehaald op'),
})
