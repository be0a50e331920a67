/** What somebody drew, as a browser sends it: a data URL of a png. */
import { inflateSync } from 'node:zlib'
import { readImageType } from './image.ts'
import { COLOR, readPng, rowBytes } from './png.ts'

const DRAWN = /^data:image\/png;base64,([A-Za-z\d+/]+={0,2})$/
/** A pad is no larger, whatever screen it is on. */
export const MOST_DRAWN_PIXELS = 6_000_000

/**
 * Whether every row of the picture is there: what is half a png cannot be drawn on a document later. Eight bits per
 * channel, not interlaced and with nothing behind its end: what a canvas writes.
 */
function isWhole(bytes: Buffer): boolean {
  const png = readPng(bytes)
  if (png === null || png.end !== bytes.length || png.depth !== 8 || png.interlaced) return false
  if ((png.color !== COLOR.rgb && png.color !== COLOR.rgba) || png.width * png.height > MOST_DRAWN_PIXELS) return false
  const row = rowBytes(png)
  try {
    const raw = inflateSync(png.packed, { maxOutputLength: row * png.height })
    if (raw.length !== row * png.height) return false
    for (let at = 0; at < raw.length; at += row) if (raw[at]! > 4) return false
    return true
  } catch {
    return false
  }
}

/** The drawing of a data URL; null for anything that is none, or of more bytes than these. */
export function readDrawing(url: string, mostBytes: number): Buffer | null {
  const bytes = Buffer.from(DRAWN.exec(url)?.[1] ?? '', 'base64')
  const image = bytes.length <= mostBytes ? readImageType(bytes) : null
  return image?.extension === 'png' && isWhole(bytes) ? bytes : null
}
