import QRCode from 'qrcode'
import type { Pdf } from './document.ts'

interface Block {
  x: number
  y: number
  width: number
  height: number
}

/**
 * The dark modules of a QR code as few rectangles: runs within a row, joined with equal runs in the rows below. Drawn
 * module by module a code would be ten times as large, and readers would show hairlines between the modules.
 */
export function qrBlocks(text: string): { size: number; blocks: Block[] } {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const blocks: Block[] = []
  let open = new Map<string, Block>()
  for (let y = 0; y < size; y++) {
    const runs = new Map<string, Block>()
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && data[y * size + x]) x++
      if (x === start) continue
      const key = `${start}:${x}`
      const above = open.get(key)
      if (above) above.height++
      else blocks.push({ x: start, y, width: x - start, height: 1 })
      runs.set(key, above ?? blocks.at(-1)!)
    }
    open = runs
  }
  return { size, blocks }
}

/** The same as one path of a square, for a page. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, blocks } = qrBlocks(text)
  return { size, path: blocks.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h-${width}z`).join('') }
}

/**
 * Draws a QR code (error correction M) as one vector shape, `width` points wide and high. The quiet zone of four
 * modules around it (ISO/IEC 18004) is the caller's to leave free.
 */
export function drawQr(document: Pdf, text: string, box: { x: number; y: number; width: number; color: string }): void {
  const { size, blocks } = qrBlocks(text)
  document.save()
  document.translate(box.x, box.y).scale(box.width / size)
  for (const { x, y, width, height } of blocks) document.rect(x, y, width, height)
  document.fill(box.color)
  document.restore()
}
