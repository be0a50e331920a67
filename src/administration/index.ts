import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { productsJson } from './choosing.calls.ts'
import { prices } from './prices/index.ts'
import { products } from './products/index.ts'
import { vat } from './vat/index.ts'

/** The modules of the administration; stories are told in this order. */
export const administration: Manifest = areaManifest('administration', [
  vat,
  products,
  prices,
  { screens: [productsJson] },
])
