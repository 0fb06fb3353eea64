// A table that sorts by any column and shows the rows that match the page's search.
import type { ComponentChildren, JSX } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { SettingsContext, useText } from './context.js';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** What it is sorted and searched by; numbers stand to the right. */
  readonly value: (row: Row) => string | number | undefined;
}

type Order = { readonly column: number; readonly descending: boolean } | undefined;

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), undefined, { numeric: true });
}

function matches<Row>(columns: readonly Column<Row>[], row: Row, search: string): boolean {
  const text = columns
    .map(({ value }) => String(value(row) ?? ''))
    .join(' ')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function Table<Row>(props: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly label: string;
}): JSX.Element {
  const { columns, rows, label } = props;
  const text = useText();
  const { search } = useContext(SettingsContext);
  const [order, setOrder] = useState<Order>(undefined);
  const shown = rows.filter((row) => matches(columns, row, search));
  if (order !== undefined) {
    const { value } = columns[order.column];
    shown.sort((a, b) => compare(value(a), value(b)) * (order.descending ? -1 : 1));
  }
  const isNumber = columns.map(({ value }) => rows.some((row) => typeof value(row) === 'number'));
  const sort = (column: number) => () => {
    setOrder(
      order?.column === column ? { column, descending: !order.descending } : { column, descending: false },
    );
  };
  const arrow = (column: number) => (order?.column !== column ? '' : order.descending ? ' ↓' : ' ↑');
  const sorted = (column: number) =>
    order?.column !== column ? 'none' : order.descending ? 'descending' : 'ascending';
  return (
    <figure class="table">
      <div class="scroll" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title }, i) => (
                <th key={title} class={isNumber[i] ? 'number' : ''} aria-sort={sorted(i)}>
                  <button type="button" onClick={sort(i)}>
                    {title}
                    {arrow(i)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={at}>
                {columns.map(({ title, cell }, i) => (
                  <td key={title} class={isNumber[i] ? 'number' : ''}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption>
        {shown.length === 0 ? text('none') : `${shown.length} / ${rows.length} ${text('rowsShown')}`}
      </figcaption>
    </figure>
  );
}
