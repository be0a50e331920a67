import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { metasText } from './metas/metas.queries.ts'
import { deviceFields } from './devices.fields.ts'

const { shown, named, added } = columnsOf('devices', deviceFields)

/** What else is known of devices, for who wants it in the list. */
export const deviceColumns = [
  shown('walking_route_number'),
  named('device_category_id', 'device_categories', 'name'),
  named('product_id', 'products', 'name'),
  shown('brand'),
  shown('model'),
  shown('production_year'),
  shown('buy_date'),
  shown('installed_on'),
  shown('description'),
  shown('metas', { label: 'Eigen velden', as: 'text', of: metasText }),
  added,
]
