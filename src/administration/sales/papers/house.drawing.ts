/** Whose paper it is: its logo and its name. */
import type { Pdf } from '../../../platform/pdf/document.ts'
import { printable } from '../../../platform/pdf/picture.ts'
import { fitText } from '../../../platform/pdf/text.ts'
import type { Paper } from './paper.rules.ts'

/** Logos as they can be drawn, by their names: a document of hundreds has the same one. */
export type Logos = Map<string, Buffer | null>

export async function withLogo(paper: Paper, logos: Logos): Promise<Paper> {
  const { logo } = paper.house
  if (logo === null) return paper
  const known = logos.get(logo.name)
  const shown = known === undefined ? await printable(Buffer.from(logo.bytes)) : known
  logos.set(logo.name, shown)
  return { ...paper, house: { ...paper.house, logo: shown && { name: logo.name, bytes: shown } } }
}

/** Draws the name of the house, below its logo where it has one. */
export function drawHouse(doc: Pdf, { house }: Paper, { x, color }: { x: number; color: string }): void {
  const name = { x, width: 270, weight: 'bold' as const, minSize: 9, color, lines: 2 }
  if (house.logo === null) return void fitText(doc, house.name, { ...name, y: 48, size: 18, minSize: 10 })
  doc.image(Buffer.from(house.logo.bytes), x, 40, { fit: [200, 50] })
  fitText(doc, house.name, { ...name, y: 98, size: 12 })
}
