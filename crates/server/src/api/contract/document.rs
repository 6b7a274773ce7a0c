//! The OpenAPI 3.1 document.

use std::collections::BTreeSet;

use komadai_protocol::{ClientMessage, PROTOCOL, ServerMessage, http::HttpProblem, words};
use schemars::{
    Schema, SchemaGenerator,
    generate::{Contract as Direction, SchemaSettings},
};
use serde_json::{Map, Value, json};

use super::{Answered, Asker, Content, Operation, Sent};

/// Where components refer to each other.
const SCHEMAS: &str = "#/components/schemas/";

/// What stands behind the name of a schema that is sent otherwise than it is told.
const SENT_SUFFIX: &str = "Input";

/// Writes down what these operations take and give.
pub(in crate::api) fn document(operations: &[Operation]) -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations {
        let written = schemas.operation(operation);
        let path = paths.entry(operation.path.clone()).or_insert_with(|| json!({}));
        if let Some(methods) = path.as_object_mut() {
            methods.insert(operation.method.to_ascii_lowercase(), written);
        }
    }
    // Not answers of any address: frames of the WebSocket, which share their types.
    schemas.sent.subschema_for::<ClientMessage>();
    schemas.told.subschema_for::<ServerMessage>();
    schemas.told.subschema_for::<words::PositionProblem>();
    let mut paths = Value::Object(paths);
    let components = schemas.into_components(&mut paths);
    let tags: BTreeSet<_> = operations.iter().map(|operation| operation.tag).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Komadai",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!(
                "An online shogi server. Live games are played over the WebSocket `/ws` (protocol \
                 {PROTOCOL}): its frames are `ClientMessage` and `ServerMessage`. Instants are in \
                 Unix milliseconds, positions in SFEN, moves in USI. Fields are only added: a \
                 client ignores what it does not know."
            ),
            "license": { "name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later" },
        },
        "servers": [{ "url": "/api/v1" }],
        "tags": tags.iter().map(|tag| json!({ "name": tag })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "browser": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "komadai",
                    "description": "The cookie that every page gives a browser; over https its name \
                                    is `__Host-komadai`. A request that changes something must \
                                    come from the site's own pages.",
                },
                "program": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token that its owner makes on the account's page.",
                },
            },
        },
    })
}

/// What is sent and what is told: a field with a default may be left out of the one and is always
/// in the other.
struct Schemas {
    sent: SchemaGenerator,
    told: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let generator = |direction: Direction| {
            let mut settings = SchemaSettings::draft2020_12();
            settings.definitions_path =
                SCHEMAS.trim_start_matches('#').trim_end_matches('/').into();
            settings.meta_schema = None;
            settings.contract = direction;
            settings.into_generator()
        };
        let mut told = generator(Direction::Serialize);
        told.subschema_for::<HttpProblem>();
        Self { sent: generator(Direction::Deserialize), told }
    }

    fn operation(&mut self, operation: &Operation) -> Value {
        let mut written = json!({
            "operationId": operation.id,
            "tags": [operation.tag],
            "summary": operation.summary,
            "responses": {},
        });
        let mut parameters: Vec<Value> = path_parameters(&operation.path).collect();
        if let Some(query) = operation.query {
            parameters.extend(query_parameters(query(&mut self.sent)));
        }
        if !parameters.is_empty() {
            written["parameters"] = parameters.into();
        }
        if let Some(sent) = operation.body {
            written["requestBody"] = self.body(sent);
        }
        for answered in &operation.answers {
            written["responses"][answered.status.to_string()] = self.answered(*answered);
        }
        written["responses"]["default"] = json!({
            "description": "It was not done, and why (RFC 9457).",
            "content": {
                "application/problem+json": { "schema": { "$ref": format!("{SCHEMAS}HttpProblem") } },
            },
        });
        match operation.asker {
            Asker::Anybody => {}
            Asker::Visitor => {
                written["security"] = json!([{}, { "browser": [] }, { "program": [] }])
            }
            Asker::Player => written["security"] = json!([{ "browser": [] }, { "program": [] }]),
            Asker::Member | Asker::Operator => written["security"] = json!([{ "browser": [] }]),
        }
        written
    }

    fn body(&mut self, sent: Sent) -> Value {
        match sent {
            Sent::Json { schema, bytes_max } => json!({
                "required": true,
                "description": format!("At most {bytes_max} bytes."),
                "content": { "application/json": { "schema": schema(&mut self.sent) } },
            }),
            Sent::File { bytes_max } => json!({
                "required": true,
                "description": format!("A file of at most {bytes_max} bytes."),
                "content": { "application/octet-stream": file() },
            }),
        }
    }

    fn answered(&mut self, answered: Answered) -> Value {
        let mut written = json!({ "description": meaning(answered.status) });
        match answered.content {
            Content::Nothing => {}
            Content::Json(schema) => {
                written["content"] =
                    json!({ "application/json": { "schema": schema(&mut self.told) } });
            }
            Content::Files(media_types) => {
                let types = media_types.iter().map(|it| ((*it).to_owned(), file()));
                written["content"] = Value::Object(types.collect());
            }
        }
        written
    }

    /// All schemas. Where one is sent otherwise than it is told, what is sent has a name of its
    /// own, in the paths as well.
    fn into_components(mut self, paths: &mut Value) -> Map<String, Value> {
        let mut sent = self.sent.take_definitions(true);
        let mut told = self.told.take_definitions(true);
        told.values_mut().for_each(omit_null);
        for (name, schema) in &mut sent {
            let mut omitting = schema.clone();
            omit_null(&mut omitting);
            if told.get(name) == Some(&omitting) {
                *schema = omitting;
            }
        }
        let mut differing: BTreeSet<String> = sent
            .iter()
            .filter(|(name, schema)| told.get(*name).is_some_and(|told| told != *schema))
            .map(|(name, _)| name.clone())
            .collect();
        // Whoever refers to one of these differs as well.
        loop {
            let more: Vec<_> = sent
                .iter()
                .filter(|(name, _)| told.contains_key(*name) && !differing.contains(*name))
                .filter(|(_, schema)| refers_to_any(schema, &differing))
                .map(|(name, _)| name.clone())
                .collect();
            if more.is_empty() {
                break;
            }
            differing.extend(more);
        }
        for schema in sent.values_mut() {
            rename(schema, &differing);
        }
        for path in paths.as_object_mut().into_iter().flat_map(Map::values_mut) {
            for operation in path.as_object_mut().into_iter().flat_map(Map::values_mut) {
                for part in ["parameters", "requestBody"] {
                    if let Some(part) = operation.get_mut(part) {
                        rename(part, &differing);
                    }
                }
            }
        }
        for (name, schema) in sent {
            let name =
                if differing.contains(&name) { format!("{name}{SENT_SUFFIX}") } else { name };
            told.insert(name, schema);
        }
        told.sort_keys();
        told
    }
}

/// What may be left out of what is told is left out where there is nothing, and never `null`.
fn omit_null(schema: &mut Value) {
    let Value::Object(fields) = schema else {
        if let Value::Array(items) = schema {
            items.iter_mut().for_each(omit_null);
        }
        return;
    };
    let required = fields.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = fields.get_mut("properties") {
        for (name, property) in properties {
            if !required.contains(&json!(name)) {
                without_null(property);
            }
        }
    }
    fields.values_mut().for_each(omit_null);
}

fn without_null(property: &mut Value) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            property["type"] = only.clone();
        }
    }
    if let Some(Value::Array(members)) = property.get_mut("enum") {
        members.retain(|it| !it.is_null());
    }
    if let Some(Value::Array(kinds)) = property.get_mut("anyOf") {
        kinds.retain(|it| *it != json!({ "type": "null" }));
        if let [Value::Object(only)] = kinds.as_slice() {
            let only = only.clone();
            if let Some(fields) = property.as_object_mut() {
                fields.remove("anyOf");
                fields.extend(only);
            }
        }
    }
}

fn refers_to_any(schema: &Value, names: &BTreeSet<String>) -> bool {
    match schema {
        Value::Object(fields) => fields.iter().any(|(key, value)| match value {
            Value::String(to) if key == "$ref" => {
                to.strip_prefix(SCHEMAS).is_some_and(|name| names.contains(name))
            }
            value => refers_to_any(value, names),
        }),
        Value::Array(items) => items.iter().any(|item| refers_to_any(item, names)),
        _ => false,
    }
}

fn rename(schema: &mut Value, names: &BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(to) if key == "$ref" => {
                        if to.strip_prefix(SCHEMAS).is_some_and(|name| names.contains(name)) {
                            to.push_str(SENT_SUFFIX);
                        }
                    }
                    value => rename(value, names),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// A body that is no JSON. OpenAPI 3.1 wants nothing said of it; generators of clients do.
fn file() -> Value {
    json!({ "schema": { "type": "string", "format": "binary" } })
}

fn path_parameters(path: &str) -> impl Iterator<Item = Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names.map(|name| {
        json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
    })
}

fn query_parameters(mut query: Schema) -> Vec<Value> {
    let required: Vec<Value> =
        query.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(fields)) = query.remove("properties") else { return Vec::new() };
    let parameter = |(name, mut schema): (String, Value)| {
        let description = schema.as_object_mut().and_then(|it| it.remove("description"));
        let mut parameter = json!({
            "name": name,
            "in": "query",
            "required": required.contains(&json!(name)),
            "schema": schema,
        });
        if let Some(description) = description {
            parameter["description"] = description;
        }
        parameter
    };
    fields.into_iter().map(parameter).collect()
}

fn meaning(status: u16) -> &'static str {
    match status {
        201 => "It was made.",
        202 => "It will be done.",
        204 => "It was done.",
        304 => "It is what the client has.",
        _ => "What was asked for.",
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        #[serde(default)]
        n: u32,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Outer {
        inner: Inner,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Same {
        n: u32,
    }

    #[test]
    fn what_is_sent_otherwise_than_it_is_told_has_a_name_of_its_own() {
        let mut schemas = Schemas::new();
        for generator in [&mut schemas.sent, &mut schemas.told] {
            generator.subschema_for::<Outer>();
            generator.subschema_for::<Same>();
        }
        let body = json!({ "$ref": format!("{SCHEMAS}Outer") });
        let mut paths = json!({ "/": { "post": { "requestBody": body, "responses": body } } });
        let components = schemas.into_components(&mut paths);
        for name in ["Inner", "InnerInput", "Outer", "OuterInput", "Same"] {
            assert!(components.contains_key(name), "{name}");
        }
        assert!(!components.contains_key("SameInput"));
        let refers = |at: &str| paths.pointer(at).and_then(Value::as_str).map(str::to_owned);
        assert_eq!(refers("/~1/post/requestBody/$ref"), Some(format!("{SCHEMAS}OuterInput")));
        assert_eq!(refers("/~1/post/responses/$ref"), Some(format!("{SCHEMAS}Outer")));
    }
}
