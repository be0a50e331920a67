/** A block of code in a page: which file it is by the line above it, and in what it is written. */
export interface CodeBlock {
  language: string
  /** Null where no line right above it names one. */
  file: string | null
  code: string
}

/** The blocks of code of a page in Markdown. */
export const codeBlocks = (page: string): CodeBlock[] =>
  [...page.matchAll(/(?:^`([^`\n]+)`[^\n]*\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, file, language, code]) => ({
    language: language!,
    file: file ?? null,
    code: code!,
  }))
