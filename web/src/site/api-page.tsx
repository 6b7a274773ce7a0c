/** `/api`: what programs can ask, read from the document that the server describes itself by. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { askDescription } from '../api/request';
import { t } from '../i18n/whole';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { type Described, type Operation, type Schema, schemaName } from './openapi';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

export function ApiPage() {
  const loaded = useLoaded(async () => (await askDescription()) as Described);
  const missing = { title: t().page.notFound };
  return (
    <When of={loaded} missing={missing}>
      {(described) => <Whole of={described} />}
    </When>
  );
}

/** Opens what a link leads to. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

function Whole({ of }: { of: Described }) {
  const words = t().site.api;
  useEffect(() => {
    openTarget();
    addEventListener('hashchange', openTarget);
    return () => removeEventListener('hashchange', openTarget);
  }, []);
  return (
    <Page class="api-page">
      <section class="card">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <p>
          <a href="/api/openapi.json">openapi.json</a>
        </p>
      </section>
      {of.tags.map(({ name }) => (
        <Group key={name} tag={name} of={of} />
      ))}
      <section class="card">
        <h2>{words.schemas}</h2>
        {Object.entries(of.components.schemas).map(([name, schema]) => (
          <details key={name} id={name}>
            <summary>
              <code>{name}</code>
            </summary>
            {schema.description && <p lang="en">{schema.description}</p>}
            <Shape schema={schema} />
          </details>
        ))}
      </section>
    </Page>
  );
}

function Group({ tag, of }: { tag: string; of: Described }) {
  const operations = Object.entries(of.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation?.tags.includes(tag) ? [{ path, method, operation }] : [];
    }),
  );
  return (
    <section class="card">
      <h2>{tag}</h2>
      {operations.map(({ path, method, operation }) => (
        <details key={operation.operationId} id={operation.operationId}>
          <summary>
            <code class="method">{method.toUpperCase()}</code> <code>{path}</code>{' '}
            <span class="note" lang="en">
              {operation.summary}
            </span>
          </summary>
          <Details of={operation} />
        </details>
      ))}
    </section>
  );
}

function Details({ of }: { of: Operation }) {
  const words = t().site.api;
  const ways = of.security;
  const asker = !ways
    ? 'anybody'
    : ways.some((it) => Object.keys(it).length === 0)
      ? 'visitor'
      : ways.some((it) => 'program' in it)
        ? 'player'
        : 'member';
  const sent = of.requestBody && Object.entries(of.requestBody.content);
  return (
    <dl>
      <Line term={words.who}>{words.askers[asker]}</Line>
      {of.parameters?.map((it) => (
        <Line key={it.name} term={<code>{it.in === 'query' ? `?${it.name}` : `{${it.name}}`}</code>}>
          <Type schema={it.schema} /> {it.description && <span lang="en">{it.description}</span>}
        </Line>
      ))}
      {sent?.map(([type, { schema }]) => (
        <Line key={type} term={words.sent}>
          {schema ? <Type schema={schema} /> : <code>{type}</code>}{' '}
          <span class="note" lang="en">
            {of.requestBody?.description}
          </span>
        </Line>
      ))}
      {Object.entries(of.responses).map(([status, { description, content }]) => (
        <Line key={status} term={status === 'default' ? words.refused : status}>
          {content &&
            Object.entries(content).map(([type, { schema }]) =>
              schema ? <Type key={type} schema={schema} /> : <code key={type}>{type} </code>,
            )}{' '}
          <span class="note" lang="en">
            {description}
          </span>
        </Line>
      ))}
    </dl>
  );
}

function Line({ term, children }: { term: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The fields of an object, the words of an enumeration, or what else a type is. */
function Shape({ schema }: { schema: Schema }) {
  const kinds = schema.oneOf ?? schema.anyOf;
  if (kinds) return kinds.map((kind, at) => <Shape key={String(at)} schema={kind} />);
  if (!schema.properties) {
    return (
      <p>
        <Type schema={schema} />
      </p>
    );
  }
  return (
    <dl>
      {Object.entries(schema.properties).map(([name, property]) => (
        <Line
          key={name}
          term={
            <code>
              {name}
              {schema.required?.includes(name) ? '' : '?'}
            </code>
          }
        >
          <Type schema={property} /> {property.description && <span lang="en">{property.description}</span>}
        </Line>
      ))}
    </dl>
  );
}

function Type({ schema }: { schema: Schema }): preact.JSX.Element {
  const name = schemaName(schema);
  if (name) {
    return (
      <a href={`#${name}`}>
        <code>{name}</code>
      </a>
    );
  }
  const kinds = schema.oneOf ?? schema.anyOf;
  if (kinds) {
    return (
      <>
        {kinds.map((kind, at) => (
          <span key={String(at)}>
            {at > 0 && ' | '}
            <Type schema={kind} />
          </span>
        ))}
      </>
    );
  }
  if (schema.items) {
    return (
      <>
        <Type schema={schema.items} />
        <code>[]</code>
      </>
    );
  }
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  if (schema.enum) return <code>{schema.enum.map((it) => JSON.stringify(it)).join(' | ')}</code>;
  const types = [schema.type ?? 'any'].flat().join(' | ');
  return <code>{schema.format ? `${types} (${schema.format})` : types}</code>;
}
