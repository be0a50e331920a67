/**
 * Writes the outline of the Netherlands for the map of orders, public/js/orders/netherlands.json, from Natural Earth (public
 * domain). It is run by hand when that changes: the product itself needs neither the atlas nor a tile server.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

type Position = [longitude: number, latitude: number]
interface Country {
  id: string
  geometry: { type: 'MultiPolygon'; coordinates: Position[][][] }
}
interface Atlas {
  objects: { countries: unknown }
}

const NETHERLANDS = '528'
/** Three islands of the Netherlands lie in the Caribbean. */
const WEST = 0

const require = createRequire(import.meta.url)
const { feature } = require('topojson-client') as {
  feature: (atlas: Atlas, of: unknown) => { features: Country[] }
}
const atlas = JSON.parse(readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8')) as Atlas
const { geometry } = feature(atlas, atlas.objects.countries).features.find(({ id }) => id === NETHERLANDS)!
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000
const rings = geometry.coordinates
  .map(([outer]) => outer!)
  .filter((ring) => ring.every(([longitude]) => longitude > WEST))
  .map((ring) => ring.map(([longitude, latitude]) => [rounded(latitude), rounded(longitude)]))
const file = fileURLToPath(new URL('../public/js/orders/netherlands.json', import.meta.url))
writeFileSync(file, `${JSON.stringify(rings)}\n`)
