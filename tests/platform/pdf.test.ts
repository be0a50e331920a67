import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { describe, expect, it } from 'vitest'
import { type Pdf, type PdfOptions, addA4Page, createPdf } from '../../src/platform/pdf/document.ts'
import { drawnLetters } from '../../src/platform/pdf/drawn-letters.ts'
import { WEIGHTS, interFont } from '../../src/platform/pdf/fonts.ts'
import { RANGES } from '../../src/platform/pdf/font-letters.ts'
import { refuseUnprintable, unprintableIn, unprintableText } from '../../src/platform/pdf/letters.ts'
import { drawQr, qrBlocks } from '../../src/platform/pdf/qr.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import { type TextBox, fitText } from '../../src/platform/pdf/text.ts'
import { readPdf } from '../support/pdf.ts'

const NAMES = ['Łukasz Yıldız', 'Şükrü Güneş-Öztürk', 'İbrahim Çelik', 'Zażółć gęślą jaźń', 'Één ĳsje à € 1.323,00']
const INK = '#161b25'
const options: PdfOptions = { title: 'Proef', author: 'Noordkaap', createdAt: new Date('2026-11-19T12:00:00Z') }
const plain = { x: 40, width: 500, weight: 'regular', size: 12, color: INK } as const

/** A document of one page with whatever `draw` puts on it. */
function pdfOf(draw: (document: Pdf) => void, more: Partial<PdfOptions> = {}): Promise<Buffer> {
  const document = createPdf({ ...options, ...more })
  return buffer(
    streamPdf(document, [draw], (target, item) => {
      addA4Page(target)
      item(target)
    }),
  )
}
const lines = (texts: string[]) => (document: Pdf) =>
  texts.forEach((text, i) => fitText(document, text, { ...plain, y: 40 + i * 20 }))

/** The same with a document and a font of PDFKit's own. */
function alone(texts: string[]): Promise<Buffer> {
  const require = createRequire(import.meta.url)
  const font = readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))
  const document = new PDFDocument({
    font: '',
    autoFirstPage: false,
    pdfVersion: '1.7',
    lang: 'nl-NL',
    displayTitle: true,
    info: {
      Title: 'Proef',
      Author: 'Noordkaap',
      Creator: 'Noordkaap',
      Producer: 'PDFKit',
      CreationDate: options.createdAt,
    },
  })
  document.registerFont('regular', font)
  addA4Page(document)
  lines(texts)(document)
  document.end()
  return buffer(document)
}

describe('a document', () => {
  it('can be searched and copied in Dutch, Polish and Turkish', async () => {
    expect(readPdf(await pdfOf(lines(NAMES))).pages).toEqual([NAMES])
    expect(readPdf(await pdfOf(lines(NAMES), { compress: false })).pages).toEqual([NAMES])
  })

  it('keeps the letters of text in which the font puts signs of another shape', async () => {
    const texts = ['16-11-2026 (HOK 12345) 08:30–16:30', '2026-000017', 'A-B (C) 3x4']
    expect(readPdf(await pdfOf(lines(texts))).pages).toEqual([texts])
  })

  it('embeds the weights that are used, as subsets, and nothing else', async () => {
    const { fontNames } = readPdf(
      await pdfOf((document) => {
        fitText(document, 'Certificaat', { ...plain, y: 40, weight: 'bold' })
        fitText(document, 'Anouk', { ...plain, y: 80, weight: 'medium' })
      }),
    )
    expect([...new Set(fontNames)].map((name) => name.replace(/^[A-Z]{6}\+/, '')).sort()).toEqual([
      'Inter-Bold',
      'Inter-Medium',
    ])
    expect(fontNames.every((name) => /^[A-Z]{6}\+/.test(name))).toBe(true)
  })

  it('says what it is, from whom, and in which language', async () => {
    const { info, language } = readPdf(
      await pdfOf(lines(['x']), { title: 'Certificaat van Łukasz', author: 'Opleider', subject: 'BHV basis' }),
    )
    expect(language).toBe('nl-NL')
    expect(info).toMatchObject({ Title: 'Certificaat van Łukasz', Author: 'Opleider', Subject: 'BHV basis' })
    expect(info.CreationDate).toBe('D:20261119120000Z')
  })

  it('has pages of A4, upright and across', async () => {
    const document = createPdf(options)
    const across = streamPdf(document, ['portrait', 'landscape'] as const, (target, way) => addA4Page(target, way))
    expect(readPdf(await buffer(across)).sizes).toEqual([
      [595.28, 841.89],
      [841.89, 595.28],
    ])
  })

  it('is the same to the byte whatever was drawn before it, and as PDFKit alone would make it', async () => {
    const first = await pdfOf(lines(NAMES))
    await pdfOf(lines(['Lodz', 'lé', 'ŁI', '‑‐-', 'é ł ż ğ ı', '(12-34)']))
    expect((await pdfOf(lines(NAMES))).equals(first)).toBe(true)

    expect((await alone(NAMES)).equals(first)).toBe(true)
  })

  it('is what PDFKit alone would make it of any words, in any order, however often they came before', async () => {
    const letter = fc.constantFrom(...'AaŁłİığşxx×хХ1234:-–‑()., é')
    const words = fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(words, async (texts) => {
        const [expected, first] = [await alone(texts), await pdfOf(lines(texts))]
        expect([first.equals(expected), (await pdfOf(lines(texts))).equals(expected)]).toEqual([true, true])
      }),
      { numRuns: 15 },
    )
  })
})

/** The sizes a text was set in and how wide each line came out. */
async function measure(text: string, box: Omit<TextBox, 'y'>) {
  let height = 0
  const bytes = await pdfOf((document) => (height = fitText(document, text, { ...box, y: 40 })))
  const { pages, contents } = readPdf(bytes)
  const sizes = [...contents[0]!.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size))
  const scratch = createPdf(options)
  scratch.font(box.weight)
  const widths = pages[0]!.map((line, i) => scratch.fontSize(sizes[i]!).widthOfString(line.trimEnd()))
  return { lines: pages[0]!.map((line) => line.trim()), sizes, widths, height }
}

describe('fitted text', () => {
  const box = { x: 40, width: 300, weight: 'bold', size: 30, minSize: 20, lines: 2, color: INK } as const

  it('keeps its size when it fits', async () => {
    expect(await measure('Anouk Smit', box)).toMatchObject({ lines: ['Anouk Smit'], sizes: [30] })
  })

  it('shrinks on one line before it wraps', async () => {
    const { lines: drawn, sizes, widths } = await measure('Anouk van der Linden', box)
    expect(drawn).toEqual(['Anouk van der Linden'])
    expect(sizes[0]).toBeGreaterThanOrEqual(20)
    expect(sizes[0]).toBeLessThan(30)
    expect(widths[0]).toBeGreaterThan(295)
  })

  it('wraps at its smallest one-line size, and leaves room for both lines', async () => {
    const { lines: drawn, sizes, height } = await measure('Maria-Magdalena van den Berg-op den Camp', box)
    expect(drawn.length).toBe(2)
    expect(drawn.join(' ').replace(/- /g, '-')).toBe('Maria-Magdalena van den Berg-op den Camp')
    expect(new Set(sizes)).toEqual(new Set([20]))
    expect(height).toBeGreaterThan(40)
  })

  it('is never cut off or wider than its box, however long', async () => {
    const word = fc.stringMatching(/^[A-Za-zŁłİıĞğŞşéëüö'-]{1,16}$/)
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), async (words) => {
        const text = words.join(' ')
        const { lines: drawn, widths } = await measure(text, box)
        expect(drawn.length).toBeLessThanOrEqual(2)
        expect(drawn.join('').replaceAll(' ', '')).toBe(words.join(''))
        expect(Math.max(...widths)).toBeLessThanOrEqual(300.5)
      }),
      { numRuns: 60 },
    )
  })

  it('takes as many lines as stand in its room, in the size of its neighbours, and stands in the middle', async () => {
    const cell = { x: 40, width: 135, weight: 'regular', size: 10, height: 28, color: INK } as const
    const at = async (text: string) => {
      const { contents, pages } = readPdf(await pdfOf((document) => fitText(document, text, { ...cell, y: 40 })))
      const of = (form: RegExp) => [...contents[0]!.matchAll(form)].map(([, value]) => Number(value))
      return { lines: pages[0]!.map((line) => line.trim()), sizes: of(/\/F\d+ ([\d.]+) Tf/g), ys: of(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g) } // prettier-ignore
    }
    const short = await at('Karin Smit')
    const long = await at('Anne-Marie Elisabeth van den Bosch-Wolterinck')
    expect(long.lines).toEqual(['Anne-Marie Elisabeth van', 'den Bosch-Wolterinck'])
    expect([short.sizes, long.sizes]).toEqual([[10], [10, 10]])
    expect((long.ys[0]! + long.ys[1]!) / 2).toBeCloseTo(short.ys[0]!, 0)
    // A word is made smaller before it is cut.
    expect(await measure('Onvoldoende', { ...cell, width: 45 })).toMatchObject({ lines: ['Onvoldoende'] })
    const never = await measure('x'.repeat(200), cell)
    expect([never.lines.join(''), Math.max(...never.widths) <= 135.5]).toEqual(['x'.repeat(200), true])
  })

  it('stands to the left, in the middle and to the right', async () => {
    const x = async (align: 'left' | 'center' | 'right') => {
      const { contents } = readPdf(await pdfOf((document) => fitText(document, 'Naam', { ...box, y: 40, align })))
      return Number(/1 0 0 1 ([\d.]+) [\d.]+ Tm/.exec(contents[0]!)?.[1])
    }
    const [left, center, right] = [await x('left'), await x('center'), await x('right')]
    expect(left).toBe(40)
    expect(right - center).toBeCloseTo(center - left, 1)
  })
})

describe('letters that the font lacks', () => {
  it('are those that none of its weights has', () => {
    const told = RANGES.trim()
      .split(/\s+/)
      .flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map((code) => parseInt(code, 16))
        return Array.from({ length: to - from + 1 }, (_, i) => from + i)
      })
    for (const weight of WEIGHTS) {
      const { characterSet } = interFont(weight) as unknown as { characterSet: number[] }
      const isOwn = (code: number) => code < 0x20 || (code >= 0xe000 && code < 0xf900)
      expect(characterSet.filter((code) => !isOwn(code)).sort((x, y) => x - y)).toEqual(told)
    }
    expect(told.every((code) => drawnLetters(String.fromCodePoint(code)).codePointAt(0) === code)).toBe(true)
    expect(drawnLetters('ŉ ǄĀ ՀԱ 😀 \u2060')).toBe('? ?Ā ?? ? \u2060')
    expect(drawnLetters('Łukasz ŵ ễ ı Δημήτρης Владимир')).toBe('Łukasz ŵ ễ ı Δημήτρης Владимир')
  })

  it('are drawn as question marks, never as boxes', async () => {
    const { pages } = readPdf(await pdfOf(lines(['Wei 王', 'محمد', 'Δημήτρης Владимир', 'Anouk 😀'])))
    expect(pages).toEqual([['Wei ?', '????', 'Δημήτρης Владимир', 'Anouk ?']])
  })

  it('are told with whose they are, each once, wherever they stand', () => {
    const wei = { name: 'Wei Wang', texts: { name: 'Wei 王王', of: [{ city: '伟' }, 7, null] } }
    expect(unprintableIn(wei.texts)).toEqual(['王', '伟'])
    expect(unprintableText([{ name: 'Anouk', texts: 'Łukasz' }])).toBeNull()
    expect(unprintableText([wei, { name: 'Bo', texts: 'Bo 👨‍👩‍👧' }])).toBe(
      'Dit kan niet gedrukt worden: 王 伟 (Wei Wang), 👨‍👩‍👧 (Bo). Er komen vraagtekens in plaats van deze letters.',
    )
    expect(unprintableText(Array.from({ length: 7 }, () => wei))).toContain(' en nog 2. ')
  })

  it('are asked about until they were all seen', () => {
    const ask = (seen: string) => () => refuseUnprintable([{ name: 'Wei', texts: '王伟' }], { seen, go: 'Toch maken' })
    expect(ask('')).toThrow('Dit kan niet gedrukt worden: 王 伟 (Wei).')
    expect(ask('王')).toThrow(/gedrukt/)
    expect(ask('伟王')).not.toThrow()
  })
})

describe('a QR code', () => {
  const url = 'https://noordkaap.example/verify/vFkNlmTyEA5FcOg2pa1lv_GQ'
  const { size, data } = QRCode.create(url, { errorCorrectionLevel: 'M' }).modules

  it('is made of rectangles that cover its dark modules exactly, each once', async () => {
    const content = readPdf(await pdfOf((document) => drawQr(document, url, { x: 50, y: 60, width: 99, color: INK })))
      .contents[0]!
    const covered = new Uint8Array(size * size)
    const rectangles = [...content.matchAll(/^(\d+) (\d+) (\d+) (\d+) re$/gm)].map((match) =>
      match.slice(1).map(Number),
    )
    for (const [x = 0, y = 0, width = 0, height = 0] of rectangles)
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++) covered[row * size + column]! += 1
    expect([...covered]).toEqual([...data].map(Number))
    expect(content).toContain('1 0 0 1 50 60 cm')
    expect(content).toContain(`${99 / size} 0 0 ${99 / size} 0 0 cm`)
  })

  it('needs less than half as many rectangles as it has dark modules', () => {
    expect(qrBlocks(url).blocks.length).toBeLessThan([...data].filter(Boolean).length / 2)
  })
})

describe('drawing while it is read', () => {
  const page = (target: Pdf, number: number) => {
    addA4Page(target)
    fitText(target, `Bladzijde ${number} `.repeat(40), { ...plain, y: 40, lines: 12 })
  }

  it('draws no further ahead of a slow reader than a few pages', async () => {
    let drawn = 0
    function* numbers() {
      for (let i = 1; i <= 5000; i++) {
        drawn = i
        yield i
      }
    }
    const stream = streamPdf(createPdf({ ...options, compress: false }), numbers(), page)
    const reader = stream.iterator({ destroyOnReturn: true })
    await reader.next()
    const ahead = drawn
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    await reader.next()
    expect(ahead).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(100)
    await reader.return!()
  })

  it('stops when the reader goes away', async () => {
    let closed = false
    async function* numbers() {
      try {
        for (let i = 1; ; i++) yield i
      } finally {
        closed = true
      }
    }
    const stream = streamPdf(createPdf(options), numbers(), page)
    const reader = stream.iterator()
    await reader.next()
    await reader.return!()
    await finished(stream, { error: false }).catch(() => undefined)
    await expect.poll(() => closed).toBe(true)
  })

  it('fails with what went wrong while drawing', async () => {
    const stream = streamPdf(createPdf(options), [1, 2, 3], (target, number) => {
      if (number === 2) throw new Error('no ink')
      page(target, number)
    })
    await expect(buffer(stream)).rejects.toThrow('no ink')
  })

  it('writes every page once, over the point where it forgets the shapes of words', async () => {
    const numbers = Array.from({ length: 501 }, (_, i) => i + 1)
    const draw = (target: Pdf, number: number) => {
      addA4Page(target)
      fitText(target, `Nummer ${number}`, { ...plain, y: 40 })
    }
    const { pages } = readPdf(await buffer(streamPdf(createPdf(options), numbers, draw)))
    expect(pages.map(([line]) => line)).toEqual(numbers.map((number) => `Nummer ${number}`))
  })
})
