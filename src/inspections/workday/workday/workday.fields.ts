import {
  choice,
  day,
  line,
  oneOf,
  paragraphs,
  reference,
  requiredReference,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { RESULT_LABELS } from '../../orders/order-devices/index.ts'

/** What an inspector says of a device. */
export const inspectionFields = {
  result: oneOf('Uitslag', RESULT_LABELS),
  remark: paragraphs('Opmerking', { maxlength: 2000 }),
  quote: yesNo('Offerte voor een nieuw apparaat'),
  new_serial_number: line('Serienummer van het nieuwe apparaat', 80),
  instrument_id: reference('Meetmiddel', 'device'),
  expires_on: day('Opdruk'),
}

/** A device that is found at a visit. */
export const foundFields = {
  kind: choice('Wat vindt u', { known: 'Een apparaat dat we kennen', new: 'Een nieuw apparaat' }, 'known'),
  device_id: reference('Apparaat', 'device'),
  device_category_id: reference('Categorie', 'device_category'),
  name: line('Naam', 120),
  serial_number: line('Serienummer', 80),
  location_description: line('Plaats', 200),
}

/** What is delivered at a visit. */
export const deliveryFields = {
  product_id: requiredReference('Product', 'product'),
}
