/** As much of an OpenAPI 3.1 document as our page shows. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

type Contents = Record<string, { schema?: Schema }>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: 'path' | 'query'; description?: string; schema: Schema }[];
  requestBody?: { description?: string; content: Contents };
  responses: Record<string, { description: string; content?: Contents }>;
}

export interface Described {
  tags: { name: string }[];
  paths: Record<string, Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>>;
  components: { schemas: Record<string, Schema> };
}

/** What a reference leads to. */
export const schemaName = ({ $ref }: Schema): string | null => $ref?.split('/').at(-1) ?? null;
