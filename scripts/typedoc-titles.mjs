// A plugin of typedoc for `npm run docs`: a page's name is its first heading, not that of its file. The pages then need
// no front matter, which other readers of Markdown show.
import { Converter } from 'typedoc';

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (context, document) => {
    const [first] = document.content;
    const heading = first?.kind === 'text' && /^\s*# (.+)\n/.exec(first.text);
    if (!heading) return;
    document.name = heading[1].trim();
    first.text = first.text.slice(heading[0].length);
  });
}
